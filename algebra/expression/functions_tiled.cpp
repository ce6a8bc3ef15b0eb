// Tiled copies and tiled MMAs.

#include <fmt/format.h>

#include "algebra/expression/functions.hpp"
#include "algebra/tiled.hpp"

namespace algebra::expression {
namespace {

/// Argument i, in () or, of a type such as TiledMMA<...>, in <>.
const Value& part(const Call& c, std::size_t i) {
  const auto& parts = c.arguments.empty() ? c.indices : c.arguments;
  if (i >= parts.size()) throw Problem{"argument", fmt::format("{} needs {} arguments.", c.name, i + 1), {}};
  return parts[i];
}
std::size_t parts(const Call& c) { return c.arguments.empty() ? c.indices.size() : c.arguments.size(); }

template <class T>
const T& needed(const Call& c, std::size_t i, std::string_view what) {
  if (const auto* v = std::get_if<T>(&part(c, i))) return *v;
  throw ArgumentProblem{{"argument", fmt::format("{} needs {}, not {}.", c.name, what, to_string(part(c, i), Marks::plain)), {}}, i};
}
const MmaAtom& mma_atom(const Call& c, std::size_t i) { return needed<MmaAtom>(c, i, "an MMA atom such as SM80_16x8x16_F32F16F16F32_TN"); }
const CopyAtom& copy_atom(const Call& c, std::size_t i) {
  return needed<CopyAtom>(c, i, "a copy atom such as Copy_Atom<UniversalCopy<uint128_t>,half_t>");
}
const TiledCopy& tiled_copy(const Call& c) { return needed<TiledCopy>(c, 0, "a tiled copy, as make_tiled_copy returns it"); }
const TiledMma& tiled_mma(const Call& c) { return needed<TiledMma>(c, 0, "a tiled MMA, as make_tiled_mma returns it"); }

// --- Making them

Value run_copy_atom(const Call& c) {
  return make_copy_atom(needed<CopyAtom>(c, 0, "a copy instruction such as UniversalCopy<uint128_t>"),
                        needed<ElementType>(c, 1, "the type of the values such as half_t"));
}
Value run_mma_atom(const Call& c) {
  if (std::holds_alternative<CopyAtom>(part(c, 0))) return part(c, 0);
  return mma_atom(c, 0);
}

Value run_make_tiled_copy(const Call& c) {
  return make_tiled_copy(copy_atom(c, 0), c.layout(1), c.count() > 2 ? c.layout(2) : make_layout(IntTuple(1)));
}
Value run_tiled_copy_type(const Call& c) {
  return make_tiled_copy(copy_atom(c, 0), layout_of(part(c, 1), c.name), tiler_of(part(c, 2), c.name));
}
template <Matrix matrix>
Value run_make_tiled_copy_like(const Call& c) {
  return make_tiled_copy(copy_atom(c, 0), needed<TiledMma>(c, 1, "a tiled MMA, as make_tiled_mma returns it"), matrix);
}
Value run_make_tiled_mma(const Call& c) {
  const auto threads = parts(c) > 1 ? layout_of(part(c, 1), c.name) : make_layout(IntTuple::tuple({IntTuple(1), IntTuple(1), IntTuple(1)}));
  auto permutations = parts(c) > 2 ? tiler_of(part(c, 2), c.name) : Tiler{std::vector<Tiler>{}};
  return make_tiled_mma(mma_atom(c, 0), threads, permutations);
}

Value run_get_slice(const Call& c) {
  if (const auto* mma = std::get_if<TiledMma>(&c.argument(0))) {
    auto of_thread = *mma;
    of_thread.thread = c.integer(1);
    return of_thread;
  }
  auto of_thread = tiled_copy(c);
  of_thread.thread = c.integer(1);
  return of_thread;
}

// --- What they are

template <Side side>
Value run_copy_tv(const Call& c) {
  return layout_tv(tiled_copy(c), side);
}
template <Matrix matrix>
Value run_mma_tv(const Call& c) {
  return layout_tv(tiled_mma(c), matrix);
}
Value run_thr_layout_vmnk(const Call& c) { return thr_layout_vmnk(tiled_mma(c)); }
Value run_tile_shape(const Call& c) {
  if (const auto* copy = std::get_if<TiledCopy>(&c.argument(0))) return tile_shape(*copy);
  return tile_shape(tiled_mma(c));
}
Value run_tile_size(const Call& c) { return IntTuple(product(get(std::get<IntTuple>(run_tile_shape(c)), c.path()))); }

// --- What a thread has: f(tiled, thread, tensor), or of a slice f(get_slice(tiled, thread), tensor)

template <class Tiled>
Int thread_of(const Call& c, const Tiled& tiled) {
  if (c.count() == 3) return c.integer(1);
  if (tiled.thread) return *tiled.thread;
  throw Problem{"argument", fmt::format("{} needs the index of a thread: {}(tiled, thread, tensor).", c.name, c.name), {}};
}

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
      c, composed_too, [&](const Layout& l) { return tidfrg(t, side, l, c.steps); }, 1);
}
template <Matrix matrix>
Value run_thrfrg(const Call& c) {
  const auto& t = tiled_mma(c);
  return through(
      c, composed_too, [&](const Layout& l) { return thrfrg(t, matrix, l, c.steps); }, 1);
}

// --- Contracts

// An atom reaches all of its elements: it gives each to one thread where it has no more places than elements. To
// enumerate the largest ones for every suggestion would take seconds.
bool gives_each_once(const CopyAtom& atom, Side side) { return size(value_layout(atom, side)) == size(value_layout_ref(atom)); }
bool gives_each_once(const MmaTraits& atom, Matrix matrix) {
  const int first = matrix == Matrix::b ? 1 : 0, second = matrix == Matrix::c ? 1 : 2;
  return size(atom.operands[static_cast<std::size_t>(matrix)].tv) ==
         atom.shape_mnk.mode(first).integer().value * atom.shape_mnk.mode(second).integer().value;
}

Verdict no_thread(std::int64_t thread, std::string who) {
  return {.kind = Verdict::Kind::broken,
          .contract = "each element has one owner",
          .checked = 1,
          .total = 1,
          .counterexample = fmt::format("thread {} is outside: {}", thread, who)};
}

template <Side side>
Verdict check_partition_copy(const Call& c, const Value&, const Checking& checking) {
  const auto& t = tiled_copy(c);
  const auto thread = thread_of(c, t).value, threads = size(mode(t.layout_tv, 0));
  if (thread < 0 || thread >= threads) return no_thread(thread, fmt::format("the tiled copy has {} threads", threads));
  const auto shape = c.tensor(c.count() - 1).layout.shape();
  return check_owners(tidfrg(t, side, make_identity_layout(shape)), shape, gives_each_once(t.atom, side), checking);
}
template <Matrix matrix>
Verdict check_partition_mma(const Call& c, const Value&, const Checking& checking) {
  const auto& t = tiled_mma(c);
  const auto thread = thread_of(c, t).value;
  if (!has_thread(t, thread))
    return no_thread(thread, fmt::format("the tiled MMA has the threads {}", to_string(thr_layout_vmnk(t), Marks::plain)));
  const auto shape = c.tensor(c.count() - 1).layout.shape();
  return check_owners(thrfrg(t, matrix, make_identity_layout(shape)), shape, gives_each_once(*t.atom.traits, matrix), checking);
}
template <Matrix matrix>
Verdict check_mma_tv(const Call& c, const Value& result, const Checking& checking) {
  const auto tile = tile_shape(tiled_mma(c));
  const int first = matrix == Matrix::b ? 1 : 0, second = matrix == Matrix::c ? 1 : 2;
  return check_owners(std::get<Layout>(result), IntTuple::tuple({tile.mode(first), tile.mode(second)}), false, checking);
}
Verdict check_tiled_copy(const Call&, const Value& result, const Checking& checking) {
  const auto& t = std::get<TiledCopy>(result);
  return check_owners(t.layout_tv, tile_shape(t), true, checking);
}

}  // namespace

std::vector<Function> tiled_functions() {
  constexpr std::string_view g = "Partition";
  constexpr int any = Function::any;
  return {
      {{"make_tiled_copy", "make_tiled_copy(copy_atom, threads, values)", "a copy tiled over threads, each with its values", g},
       "atom thr_layout val_layout",
       2,
       3,
       0,
       run_make_tiled_copy,
       check_tiled_copy,
       2},
      {{"make_tiled_mma", "make_tiled_mma(mma_atom, atoms, permutations)", "an MMA tiled over M, N and K", g},
       "op_or_atom atom_layout_mnk permutation_mnk",
       1,
       3,
       any,
       run_make_tiled_mma,
       nullptr,
       1},
      {{"make_tiled_copy_A", "make_tiled_copy_A(copy_atom, tiled_mma)", "the copy that fits an MMA's A", g},
       "atom mma",
       2,
       2,
       0,
       run_make_tiled_copy_like<Matrix::a>},
      {{"make_tiled_copy_B", "make_tiled_copy_B(copy_atom, tiled_mma)", "the copy that fits an MMA's B", g},
       "atom mma",
       2,
       2,
       0,
       run_make_tiled_copy_like<Matrix::b>},
      {{"make_tiled_copy_C", "make_tiled_copy_C(copy_atom, tiled_mma)", "the copy that fits an MMA's C", g},
       "atom mma",
       2,
       2,
       0,
       run_make_tiled_copy_like<Matrix::c>},
      {{"make_tiled_copy_impl", "make_tiled_copy_impl(copy_atom, layout_tv, tiler)", "a copy by its (thread, value) layout", g},
       "atom layout_tv tiler",
       3,
       3,
       any,
       run_tiled_copy_type,
       check_tiled_copy,
       1},
      {{"Copy_Atom", "Copy_Atom<instruction,type>", "a copy instruction for values of a type", g}, "op type", 0, 0, any, run_copy_atom},
      {{"MMA_Atom", "MMA_Atom<instruction>", "an MMA instruction", g}, "op", 0, 0, any, run_mma_atom},
      {{"partition_S", "partition_S(tiled_copy, thread, T)", "what a thread reads of a tensor", g},
       "tiled thread tensor",
       2,
       3,
       0,
       run_partition_copy<Side::source>,
       check_partition_copy<Side::source>,
       2},
      {{"partition_D", "partition_D(tiled_copy, thread, T)", "what a thread writes of a tensor", g},
       "tiled thread tensor",
       2,
       3,
       0,
       run_partition_copy<Side::destination>,
       check_partition_copy<Side::destination>,
       2},
      {{"partition_A", "partition_A(tiled_mma, thread, T)", "what a thread has of A, (M,K)", g},
       "tiled thread tensor",
       2,
       3,
       0,
       run_partition_mma<Matrix::a>,
       check_partition_mma<Matrix::a>,
       2},
      {{"partition_B", "partition_B(tiled_mma, thread, T)", "what a thread has of B, (N,K)", g},
       "tiled thread tensor",
       2,
       3,
       0,
       run_partition_mma<Matrix::b>,
       check_partition_mma<Matrix::b>,
       2},
      {{"partition_C", "partition_C(tiled_mma, thread, T)", "what a thread has of C, (M,N)", g},
       "tiled thread tensor",
       2,
       3,
       0,
       run_partition_mma<Matrix::c>,
       check_partition_mma<Matrix::c>,
       2},
      {{"get_slice", "get_slice(tiled, thread)", "a tiled copy or MMA as one thread sees it", g}, "tiled thread", 2, 2, 0, run_get_slice},
      {{"layoutS_TV", "layoutS_TV(tiled_copy)", "(thread, value) -> place in the tile, as it is read", g},
       "tiled",
       1,
       1,
       0,
       run_copy_tv<Side::source>},
      {{"layoutD_TV", "layoutD_TV(tiled_copy)", "(thread, value) -> place in the tile, as it is written", g},
       "tiled",
       1,
       1,
       0,
       run_copy_tv<Side::destination>},
      {{"layoutA_TV", "layoutA_TV(tiled_mma)", "(thread, value) -> place in A's tile", g},
       "tiled",
       1,
       1,
       0,
       run_mma_tv<Matrix::a>,
       check_mma_tv<Matrix::a>},
      {{"layoutB_TV", "layoutB_TV(tiled_mma)", "(thread, value) -> place in B's tile", g},
       "tiled",
       1,
       1,
       0,
       run_mma_tv<Matrix::b>,
       check_mma_tv<Matrix::b>},
      {{"layoutC_TV", "layoutC_TV(tiled_mma)", "(thread, value) -> place in C's tile", g},
       "tiled",
       1,
       1,
       0,
       run_mma_tv<Matrix::c>,
       check_mma_tv<Matrix::c>},
      {{"thr_layout_vmnk", "thr_layout_vmnk(tiled_mma)", "(thread of the atom, m, n, k) -> thread", g},
       "tiled",
       1,
       1,
       0,
       run_thr_layout_vmnk},
      {{"tile_shape", "tile_shape(tiled)", "the shape of the tile: (M,N,K) of an MMA", g}, "tiled", 1, 1, 0, run_tile_shape},
      {{"tile_size", "tile_size<i>(tiled)", "the size of the tile, or of its mode i", g}, "tiled mode", 1, 1, any, run_tile_size},
      {{"tidfrg_S", "tidfrg_S(tiled_copy, A)", "(thread, values, rest) as all threads read A", g},
       "tiled tensor",
       2,
       2,
       0,
       run_tidfrg<Side::source>},
      {{"tidfrg_D", "tidfrg_D(tiled_copy, A)", "(thread, values, rest) as all threads write A", g},
       "tiled tensor",
       2,
       2,
       0,
       run_tidfrg<Side::destination>},
      {{"thrfrg_A", "thrfrg_A(tiled_mma, A)", "(threads, values) of all threads of A", g}, "tiled tensor", 2, 2, 0, run_thrfrg<Matrix::a>},
      {{"thrfrg_B", "thrfrg_B(tiled_mma, A)", "(threads, values) of all threads of B", g}, "tiled tensor", 2, 2, 0, run_thrfrg<Matrix::b>},
      {{"thrfrg_C", "thrfrg_C(tiled_mma, A)", "(threads, values) of all threads of C", g}, "tiled tensor", 2, 2, 0, run_thrfrg<Matrix::c>},
  };
}

}  // namespace algebra::expression
