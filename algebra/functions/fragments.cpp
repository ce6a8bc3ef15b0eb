// The properties of tiled copies and MMAs, and each thread's part of a tensor.

#include "algebra/functions/records.hpp"

#include <fmt/format.h>

#include "algebra/code/cpp_calls.hpp"
#include "algebra/code/dsl_calls.hpp"
#include "algebra/functions/tiled_arguments.hpp"
#include "algebra/hardware/tiled.hpp"
#include "algebra/language/atoms.hpp"
#include "algebra/layout/contract_checks.hpp"
#include "algebra/layout/contracts_composed.hpp"
#include "algebra/links/link_rules.hpp"
#include "algebra/links/link_tiled.hpp"

namespace algebra::expression {
namespace {

Value run_get_slice(const Call& c) {
  if (const auto* mma = std::get_if<TiledMma>(&c.argument(0))) {
    auto of_thread = *mma;
    of_thread.thread = c.integer(1);
    return of_thread;
  }
  if (const auto* tiles = std::get_if<TvTiler>(&c.argument(0))) {
    auto of_warp = *tiles;
    of_warp.thread = c.integer(1);
    return of_warp;
  }
  auto of_thread = tiled_copy(c);
  of_thread.thread = c.integer(1);
  return of_thread;
}

// --- Their properties

template <Side side>
Value run_copy_tv(const Call& c) {
  return layout_tv(tiled_copy(c), side);
}
template <Matrix matrix>
Value run_mma_tv(const Call& c) {
  return layout_tv(tiled_mma(c), matrix);
}
Value run_thr_size(const Call& c) { return IntTuple(size_of(get(thr_layout_vmnk(tiled_mma(c)), c.path()))); }
Value run_thr_layout_vmnk(const Call& c) { return thr_layout_vmnk(tiled_mma(c)); }
Value run_tile_shape(const Call& c) {
  if (const auto* copy = std::get_if<TiledCopy>(&c.argument(0))) return tile_shape(*copy);
  return tile_shape(tiled_mma(c));
}
Value run_tile_size(const Call& c) { return IntTuple(product(get(std::get<IntTuple>(run_tile_shape(c)), c.path()))); }

// --- A thread's part: f(tiled, thread, tensor), or for a slice f(get_slice(tiled, thread), tensor)

template <Side side>
Value run_partition_copy(const Call& c) {
  const auto& t = tiled_copy(c);
  return partition(t, side, thread_of(c, t), c.tensor(c.count() - 1), c.steps);
}
template <Matrix matrix>
Value run_partition_mma(const Call& c) {
  const auto& t = tiled_mma(c);
  return partition(t, matrix, thread_of(c, t), c.tensor(c.count() - 1), c.steps);
}
template <Side side>
Value run_tidfrg(const Call& c) {
  const auto& t = tiled_copy(c);
  return through(
      c, tensors_and_composed, [&](const Layout& l) { return tidfrg(t, side, l, c.steps); }, 1);
}
template <Matrix matrix>
Value run_thrfrg(const Call& c) {
  const auto& t = tiled_mma(c);
  return through(
      c, tensors_and_composed, [&](const Layout& l) { return thrfrg(t, matrix, l, c.steps); }, 1);
}

// --- Contracts

// Returns whether an atom gives each element to one thread, apart from threads with a stride of 0: every atom reaches all of its elements,
// so it suffices to compare numbers. Enumerating the largest atoms for every suggestion would take seconds.
bool gives_each_once(const CopyAtom& atom, Side side) {
  return size(filter_zeros(value_layout(atom, side))) == size(filter_zeros(value_layout_ref(atom)));
}
bool gives_each_once(const MmaTraits& atom, Matrix matrix) {
  const int first = matrix == Matrix::b ? 1 : 0, second = matrix == Matrix::c ? 1 : 2;
  return size(filter_zeros(atom.operands[static_cast<std::size_t>(matrix)].tv)) ==
         atom.shape_mnk.mode(first).integer().value * atom.shape_mnk.mode(second).integer().value;
}

Verdict no_thread(std::int64_t thread, const Message& who) {
  return {.kind = Verdict::Kind::broken,
          .contract = "each element has one owner",
          .checked = 1,
          .total = 1,
          .counterexample = message("thread {} is outside: {}", thread, who),
          .outside = true};
}

template <Side side>
Verdict check_partition_copy(const Call& c, const Value&, const Checking& checking) {
  const auto& t = tiled_copy(c);
  const auto thread = thread_of(c, t).value, threads = size(mode(t.layout_tv, 0));
  if (thread < 0 || thread >= threads) return no_thread(thread, message("the tiled copy has {} threads", threads));
  // Its source is a descriptor of where the rows begin, which four quarters of the datapaths share: the tile is one of tensor memory, and
  // no element of the source beside the first is at a coordinate of it.
  if (side == Side::source && copy_instruction(*t.atom.traits).to_quarters) return {};
  const auto tensor = c.tensor(c.count() - 1);
  if (auto aligned = check_alignment(t, side, tensor); aligned.kind == Verdict::Kind::broken) return aligned;
  const auto shape = tensor.layout.shape();
  auto owners = check_owners(tidfrg(t, side, make_identity_layout(shape)), shape, {.once = gives_each_once(t.atom, side)}, checking);
  return and_slice(std::move(owners), slicing(t, side, thread_of(c, t), tensor), checking);
}
template <Matrix matrix>
Verdict check_partition_mma(const Call& c, const Value&, const Checking& checking) {
  const auto& t = tiled_mma(c);
  const auto thread = thread_of(c, t).value;
  if (!has_thread(t, thread))
    return no_thread(thread, message("the tiled MMA has the threads {}", to_string(thr_layout_vmnk(t), Marks::plain)));
  const auto vmnk = thr_layout_vmnk(t);
  if (contract::repeated_index(vmnk, checking)) return {};
  const int shared_along = matrix == Matrix::a ? 2 : matrix == Matrix::b ? 1 : 3;
  const Owned owned{.once = gives_each_once(*t.atom.traits, matrix), .sharing = size(mode(vmnk, shared_along))};
  const auto shape = c.tensor(c.count() - 1).layout.shape();
  auto owners = check_owners(thrfrg(t, matrix, make_identity_layout(shape)), shape, owned, checking);
  return and_slice(std::move(owners), slicing(t, matrix, thread_of(c, t), c.tensor(c.count() - 1)), checking);
}
template <Matrix matrix>
Verdict check_mma_tv(const Call& c, const Value& result, const Checking& checking) {
  const auto tile = tile_shape(tiled_mma(c));
  const int first = matrix == Matrix::b ? 1 : 0, second = matrix == Matrix::c ? 1 : 2;
  return check_owners(std::get<Layout>(result), IntTuple::tuple({tile.mode(first), tile.mode(second)}), {.once = false}, checking);
}

template <Side side>
Function partition_of_copy(const Example& example) {
  return member_of({.name = "partition_{0}",
                    .signature = "partition_{0}(tiled_copy, thread, T)",
                    .group = Group::partition,
                    .meaning = "what a thread {1} of a tensor",
                    .parameters = "tiled thread tensor",
                    .arguments = {2, 3},
                    .run = run_partition_copy<side>,
                    .contract = check_partition_copy<side>,
                    .condition = "partition",
                    .blamed = 2,
                    .makes_layout = true,
                    .links = links::fragments<Matrix::c>,
                    .threads = 0,
                    .part = 1,
                    .code = {.cpp = code::cpp::partition, .dsl = code::dsl::partition},
                    .example = example},
                   letter_of(side), side == Side::source ? "reads" : "writes");
}
template <Matrix matrix>
Function partition_of_mma(const Example& example) {
  return member_of({.name = "partition_{0}",
                    .signature = "partition_{0}(tiled_mma, thread, T)",
                    .group = Group::partition,
                    .meaning = "what a thread has of {0}, ({1})",
                    .parameters = "tiled thread tensor",
                    .arguments = {2, 3},
                    .run = run_partition_mma<matrix>,
                    .contract = check_partition_mma<matrix>,
                    .condition = "partition",
                    .blamed = 2,
                    .makes_layout = true,
                    .links = links::fragments<matrix>,
                    .threads = 0,
                    .part = 1,
                    .code = {.cpp = code::cpp::partition, .dsl = code::dsl::partition},
                    .example = example},
                   letter_of(matrix), modes_of(matrix));
}
template <Side side>
Function layout_tv_of_copy(const Example& example) {
  return member_of({.name = "layout{0}_TV",
                    .aliases = {{"get_layout{0}_TV"}},
                    .signature = "layout{0}_TV(tiled_copy)",
                    .group = Group::partition,
                    .meaning = "(thread, value) -> place in the tile, as it is {1}",
                    .parameters = "tiled",
                    .arguments = {1, 1},
                    .run = run_copy_tv<side>,
                    .makes_layout = true,
                    .links = links::thread_value<Matrix::c>,
                    .code = {.cpp = code::cpp::getter, .dsl = code::dsl::tv_layout},
                    .example = example},
                   letter_of(side), side == Side::source ? "read" : "written");
}
template <Matrix matrix>
Function layout_tv_of_mma(const Example& example) {
  return member_of({.name = "layout{0}_TV",
                    .aliases = {{"get_layout{0}_TV"}, {"tv_layout_{0}_tiled"}},
                    .signature = "layout{0}_TV(tiled_mma)",
                    .group = Group::partition,
                    .meaning = "(thread, value) -> place in {0}'s tile",
                    .parameters = "tiled",
                    .arguments = {1, 1},
                    .run = run_mma_tv<matrix>,
                    .contract = check_mma_tv<matrix>,
                    .makes_layout = true,
                    .links = links::thread_value<matrix>,
                    .code = {.cpp = code::cpp::getter, .dsl = code::dsl::tv_layout},
                    .example = example},
                   letter_of(matrix));
}
template <Side side>
Function fragments_of_copy(const Example& example) {
  return member_of({.name = "tidfrg_{0}",
                    .signature = "tidfrg_{0}(tiled_copy, A)",
                    .group = Group::partition,
                    .meaning = "(thread, values, rest) as all threads {1} A",
                    .parameters = "tiled tensor",
                    .arguments = {2, 2},
                    .run = run_tidfrg<side>,
                    .makes_layout = true,
                    .links = links::fragments<Matrix::c>,
                    .code = {.cpp = code::cpp::fragments},
                    .example = example},
                   letter_of(side), side == Side::source ? "read" : "write");
}
template <Matrix matrix>
Function fragments_of_mma(const Example& example) {
  return member_of({.name = "thrfrg_{0}",
                    .signature = "thrfrg_{0}(tiled_mma, A)",
                    .group = Group::partition,
                    .meaning = "(threads, values) of all threads of {0}",
                    .parameters = "tiled tensor",
                    .arguments = {2, 2},
                    .run = run_thrfrg<matrix>,
                    .makes_layout = true,
                    .links = links::fragments<matrix>,
                    .code = {.cpp = code::cpp::fragments},
                    .example = example},
                   letter_of(matrix));
}
}  // namespace

std::vector<Function> fragment_functions() {
  return {
      partition_of_copy<Side::source>({"partition_S(copy, 5, (32,64):(64,1))", "ptr+40 o ((8,1),2,1):((1,0),1024,0)", copy_entry}),
      partition_of_copy<Side::destination>({"partition_D(copy, 5, (32,64):(1,32))", "ptr+1280 o ((8,1),2,1):((32,0),16,0)", copy_entry}),
      partition_of_mma<Matrix::a>({"partition_A(mma, 5, (32,32):(32,1))", "ptr+34 o ((2,2,2),1,2):((1,256,8),0,16)", mma_entry}),
      partition_of_mma<Matrix::b>({"partition_B(mma, 5, (16,32):(32,1))", "ptr+34 o ((2,2),1,2):((1,8),0,16)", mma_entry}),
      partition_of_mma<Matrix::c>({"partition_C(mma, 5, (32,16):(16,1))", "ptr+18 o ((2,2),1,1):((1,128),0,0)", mma_entry}),
      {.name = "get_slice",
       .aliases = {{"get_thread_slice"}},
       .signature = "get_slice(tiled, thread)",
       .group = Group::partition,
       .meaning = "a tiled copy or MMA as one thread sees it",
       .parameters = "tiled thread",
       .arguments = {2, 2},
       .run = run_get_slice,
       .links = links::same_as_first,
       .code = {.cpp = code::cpp::get_slice, .dsl = code::dsl::get_slice},
       .example = {"get_slice(mma, 5).partition_C((32,16):(16,1))", "ptr+18 o ((2,2),1,1):((1,128),0,0)", mma_entry}},
      layout_tv_of_copy<Side::source>({"layoutS_TV(copy)", "((8,16),(8,1)):((128,1),(16,0))", copy_entry}),
      layout_tv_of_copy<Side::destination>({"layoutD_TV(copy)", "((8,16),(8,1)):((128,1),(16,0))", copy_entry}),
      layout_tv_of_mma<Matrix::a>({"layoutA_TV(mma)", "((4,8,2,2),((2,2,2),(1,1))):((64,1,16,0),((32,8,256),(0,0)))", mma_entry}),
      layout_tv_of_mma<Matrix::b>({"layoutB_TV(mma)", "((4,8,2,2),((2,2),(1,1))):((32,1,0,8),((16,128),(0,0)))", mma_entry}),
      layout_tv_of_mma<Matrix::c>({"layoutC_TV(mma)", "((4,8,2,2),((2,2),(1,1))):((64,1,16,256),((32,8),(0,0)))", mma_entry}),
      {.name = "thr_size",
       .signature = "thr_size<i>(tiled_mma)",
       .group = Group::partition,
       .meaning = "the number of threads, of all modes (v,m,n,k) or of one",
       .parameters = "mma",
       .arguments = {1, 1},
       .indices = any_number,
       .run = run_thr_size,
       .example = {"thr_size<1>(mma)", "2", mma_entry}},
      {.name = "thr_layout_vmnk",
       .aliases = {{"get_thr_layout_vmnk"}},
       .signature = "thr_layout_vmnk(tiled_mma)",
       .group = Group::partition,
       .meaning = "(thread of the atom, m, n, k) -> thread",
       .parameters = "tiled",
       .arguments = {1, 1},
       .run = run_thr_layout_vmnk,
       .makes_layout = true,
       .code = {.cpp = code::cpp::getter, .dsl = code::dsl::attribute},
       .example = {"thr_layout_vmnk(mma)", "(32,2,2,1):(1,32,64,0)", mma_entry}},
      {.name = "tile_shape",
       .signature = "tile_shape(tiled)",
       .group = Group::partition,
       .meaning = "the shape of the tile: (M,N,K) of an MMA",
       .parameters = "tiled",
       .arguments = {1, 1},
       .run = run_tile_shape,
       .code = {.cpp = code::cpp::tile_shape},
       .example = {"tile_shape(mma)", "(32,16,16)", mma_entry}},
      {.name = "tile_size",
       .signature = "tile_size<i>(tiled)",
       .group = Group::partition,
       .meaning = "the size of the tile, or of its mode i",
       .parameters = "tiled mode",
       .arguments = {1, 1},
       .indices = any_number,
       .run = run_tile_size,
       .example = {"tile_size<0>(mma)", "32", mma_entry}},
      fragments_of_copy<Side::source>({"tidfrg_S(copy, (32,64):(64,1))", "((8,16),(8,1),(2,1)):((8,64),(1,0),(1024,0))", copy_entry}),
      fragments_of_copy<Side::destination>({"tidfrg_D(copy, (32,64):(1,32))", "((8,16),(8,1),(2,1)):((256,1),(32,0),(16,0))", copy_entry}),
      fragments_of_mma<Matrix::a>(
          {"thrfrg_A(mma, (32,32):(32,1))", "(((4,8),(2,1)),((2,2,2),(1,2))):(((2,32),(512,0)),((1,256,8),(0,16)))", mma_entry}),
      fragments_of_mma<Matrix::b>(
          {"thrfrg_B(mma, (16,32):(32,1))", "(((4,8),(2,1)),((2,2),(1,2))):(((2,32),(256,0)),((1,8),(0,16)))", mma_entry}),
      fragments_of_mma<Matrix::c>(
          {"thrfrg_C(mma, (32,16):(16,1))", "(((4,8),(2,2)),((2,2),(1,1))):(((2,16),(256,8)),((1,128),(0,0)))", mma_entry}),
  };
}

}  // namespace algebra::expression
