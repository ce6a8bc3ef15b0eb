// Functions that make atoms, tiled copies and tiled MMAs.

#include "algebra/functions/records.hpp"

#include <fmt/format.h>

#include "algebra/code/cpp_calls.hpp"
#include "algebra/code/dsl_calls.hpp"
#include "algebra/functions/tiled_arguments.hpp"
#include "algebra/hardware/tiled.hpp"
#include "algebra/layout/advice.hpp"
#include "algebra/links/link_rules.hpp"
#include "algebra/links/link_tiled.hpp"

namespace algebra::expression {
namespace {

Value run_copy_atom(const Call& c) {
  return make_copy_atom(needed<CopyAtom>(c, 0, "a copy instruction such as UniversalCopy<uint128_t>"),
                        needed<ElementType>(c, 1, "the type of the values such as half_t"));
}
/// Runs MMA_Atom<operation>; also Copy_Traits<operation>, for TMA and bulk copies with the bits of an instruction.
Value run_mma_atom(const Call& c) {
  if (const auto* copy = std::get_if<CopyAtom>(&part(c, 0))) {
    if (c.indices.size() < 2) return *copy;
    const auto* bits = std::get_if<IntTuple>(&c.indices[1]);
    const auto* traits = bits != nullptr && bits->is_integer() ? find_copy(copy->traits->name, bits->integer().value) : nullptr;
    if (traits == nullptr)
      throw Problem{"template argument", message("{} has no traits with a second parameter.", copy->traits->name), {plain(*copy)}};
    return CopyAtom{traits, {}};
  }
  return mma_atom(c, 0);
}

Value run_make_tiled_copy(const Call& c) {
  return make_tiled_copy(copy_atom(c, 0), c.layout(1), c.count() > 2 ? c.layout(2) : make_layout(IntTuple(1)), c.steps);
}
/// Warns that a tiled copy's type loses dynamic integers.
std::optional<Problem> dynamic_copy(const Call& c) {
  const auto values = c.count() > 2 ? c.layout(2) : make_layout(IntTuple(1));
  const auto made = make_tiled_copy(copy_atom(c, 0), c.layout(1), values);
  if (made.layout_tv.shape().all_static() && made.layout_tv.stride().all_static() && tile_shape(made).all_static()) return std::nullopt;
  return Problem{"static",
                 message("A tiled copy is a type in CuTe, so its dynamic integers would be 0: write {} and {}.",
                         to_string(all_known(c.layout(1)), Marks::underscores), to_string(all_known(values), Marks::underscores)),
                 {}};
}
Value run_tiled_copy_type(const Call& c) {
  return make_tiled_copy(copy_atom(c, 0), layout_of(part(c, 1), c.name), tiler_of(part(c, 2), c.name));
}
template <Matrix matrix>
Value run_make_tiled_copy_like(const Call& c) {
  return make_tiled_copy(copy_atom(c, 0), needed<TiledMma>(c, 1, "a tiled MMA, as make_tiled_mma returns it"), matrix, c.steps);
}
template <Side side>
Value run_make_tiled_copy_side(const Call& c) {
  return make_tiled_copy(copy_atom(c, 0), needed<TiledCopy>(c, 1, "a tiled copy, as make_tiled_copy returns it"), side, c.steps);
}
Value run_make_tiled_copy_c_atom(const Call& c) {
  return make_tiled_copy_c_atom(copy_atom(c, 0), needed<TiledMma>(c, 1, "a tiled MMA, as make_tiled_mma returns it"), c.steps);
}
Value run_make_cotiled_copy(const Call& c) { return make_cotiled_copy(copy_atom(c, 0), c.layout(1), c.layout(2), c.steps); }
Value run_make_tiled_mma(const Call& c) {
  const auto threads = parts(c) > 1 ? layout_of(part(c, 1), c.name) : make_layout(IntTuple::tuple({IntTuple(1), IntTuple(1), IntTuple(1)}));
  auto permutations = parts(c) > 2 ? tiler_of(part(c, 2), c.name) : Tiler{std::vector<Tiler>{}};
  return make_tiled_mma(mma_atom(c, 0), threads, permutations, c.steps);
}

/// Warns of CUTLASS 2's third argument, the values of M, N and K: CuTe 3 and later read the third argument as permutations.
std::optional<Problem> permutation_of_m(const Call& c) {
  const auto* layout = parts(c) > 2 ? std::get_if<Layout>(&part(c, 2)) : nullptr;
  if (layout == nullptr || rank(*layout) == 1) return std::nullopt;
  return Problem{
      "permutation",
      message("The layout {} permutes M alone: CuTe takes a third argument of one layout for the mode M of <M,N,K>.", plain(*layout)),
      {}};
}

Verdict check_tiled_copy(const Call&, const Value& result, const Checking& checking) {
  const auto& t = std::get<TiledCopy>(result);
  if (size(t.layout_tv) == 0)
    return {.kind = Verdict::Kind::broken, .contract = "the tile has elements", .counterexample = "its tile is empty: it copies nothing"};
  return check_owners(t.layout_tv, tile_shape(t), {}, checking);
}

template <Matrix matrix>
Function copy_of_matrix(const Example& example) {
  return member_of({.name = "make_tiled_copy_{0}",
                    .signature = "make_tiled_copy_{0}(copy_atom, tiled_mma)",
                    .group = Group::partition,
                    .meaning = "the copy that fits an MMA's {0}",
                    .parameters = "atom mma",
                    .arguments = {2, 2},
                    .run = run_make_tiled_copy_like<matrix>,
                    .condition = "partition",
                    .makes_layout = true,
                    .links = links::copy_of_matrix<matrix>,
                    .code = {.dsl = code::dsl::same_name},
                    .example = example},
                   letter_of(matrix));
}
template <Side side>
Function copy_of_side(const Example& example) {
  return member_of({.name = "make_tiled_copy_{0}",
                    .signature = "make_tiled_copy_{0}(copy_atom, tiled_copy)",
                    .group = Group::partition,
                    .meaning = "the copy that {1} what another one {1}",
                    .parameters = "atom tiled",
                    .arguments = {2, 2},
                    .run = run_make_tiled_copy_side<side>,
                    .condition = "partition",
                    .makes_layout = true,
                    .links = links::same_as_last,
                    .code = {.dsl = code::dsl::same_name},
                    .example = example},
                   letter_of(side), side == Side::source ? "reads" : "writes");
}
}  // namespace

std::vector<Function> tiled_functions() {
  return {
      {.name = "make_tiled_copy",
       .aliases = {{"make_tiled_copy_tv"}},
       .signature = "make_tiled_copy(copy_atom, threads, values)",
       .group = Group::partition,
       .meaning = "a copy tiled over threads, each with its values",
       .parameters = "atom thr_layout val_layout",
       .arguments = {2, 3},
       .run = run_make_tiled_copy,
       .contract = check_tiled_copy,
       .condition = "partition",
       .blamed = 2,
       .hint = dynamic_copy,
       .makes_layout = true,
       .links = links::tiled_copy,
       .code = {.cpp = code::cpp::make_tiled_copy, .dsl = code::dsl::make_tiled_copy},
       .search_words = "thread",
       .everyday = true,
       .example = {"make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (16,8):(8,1), (1,8))",
                   "TiledCopy<Copy_Atom<UniversalCopy<uint128_t>,f16>,((8,16),8):((128,1),16),<16,64>>"}},
      {.name = "make_tiled_mma",
       .aliases = {{.name = "TiledMMA", .is_type = true}},
       .signature = "make_tiled_mma(mma_atom, atoms, permutations)",
       .group = Group::partition,
       .meaning = "an MMA tiled over M, N and K",
       .parameters = "op_or_atom atom_layout_mnk permutation_mnk",
       .arguments = {1, 3},
       .indices = any_number,
       .run = run_make_tiled_mma,
       .blamed = 1,
       .hint = permutation_of_m,
       .makes_layout = true,
       .links = links::tiled_mma,
       .code = {.cpp = code::cpp::make_tiled_mma, .dsl = code::dsl::make_tiled_mma},
       .everyday = true,
       .example = {"make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1))",
                   "TiledMMA<SM80_16x8x16_F32F16F16F32_TN,(2,2,1):(1,2,0),<_,_,_>>"}},
      copy_of_matrix<Matrix::a>(
          {"make_tiled_copy_A(Copy_Atom<UniversalCopy<uint32_t>,half_t>, mma)",
           "TiledCopy<Copy_Atom<UniversalCopy<uint32_t>,f16>,((4,8,2,2),((2,2,2),(1,1))):((64,1,16,0),((32,8,256),(0,0))),<32,16>>",
           mma_entry}),
      copy_of_matrix<Matrix::b>(
          {"make_tiled_copy_B(Copy_Atom<UniversalCopy<uint32_t>,half_t>, mma)",
           "TiledCopy<Copy_Atom<UniversalCopy<uint32_t>,f16>,((4,8,2,2),((2,2),(1,1))):((32,1,0,8),((16,128),(0,0))),<16,16>>", mma_entry}),
      copy_of_matrix<Matrix::c>(
          {"make_tiled_copy_C(Copy_Atom<UniversalCopy<uint64_t>,float>, mma)",
           "TiledCopy<Copy_Atom<UniversalCopy<uint64_t>,f32>,((4,8,2,2),((2,2),(1,1))):((64,1,16,256),((32,8),(0,0))),<32,16>>",
           mma_entry}),
      copy_of_side<Side::source>({"make_tiled_copy_S(Copy_Atom<UniversalCopy<uint16_t>,half_t>, copy)",
                                  "TiledCopy<Copy_Atom<UniversalCopy<uint16_t>,f16>,((8,16),(8,1)):((128,1),(16,0)),<16,64>>", copy_entry}),
      copy_of_side<Side::destination>({"make_tiled_copy_D(Copy_Atom<UniversalCopy<uint16_t>,half_t>, copy)",
                                       "TiledCopy<Copy_Atom<UniversalCopy<uint16_t>,f16>,((8,16),(8,1)):((128,1),(16,0)),<16,64>>",
                                       copy_entry}),
      {.name = "make_tiled_copy_C_atom",
       .signature = "make_tiled_copy_C_atom(copy_atom, tiled_mma)",
       .group = Group::partition,
       .meaning = "the smallest copy that fits an MMA's C: one atom of each thread",
       .parameters = "atom mma",
       .arguments = {2, 2},
       .run = run_make_tiled_copy_c_atom,
       .condition = "partition",
       .makes_layout = true,
       .links = links::copy_of_part,
       .code = {.dsl = code::dsl::same_name},
       .example = {"make_tiled_copy_C_atom(Copy_Atom<UniversalCopy<uint64_t>,float>, mma)",
                   "TiledCopy<Copy_Atom<UniversalCopy<uint64_t>,f32>,((4,8,2,2),2):((16,1,8,64),128),<(8,2):(1,16),(8,2):(2,1)>>",
                   mma_entry}},
      {.name = "make_cotiled_copy",
       .signature = "make_cotiled_copy(copy_atom, layout_tv, data)",
       .group = Group::partition,
       .meaning = "a copy by the addresses of each thread's values",
       .parameters = "atom layout_tv data",
       .arguments = {3, 3},
       .run = run_make_cotiled_copy,
       .condition = "partition",
       .blamed = 1,
       .makes_layout = true,
       .links = links::cotiled_copy,
       .code = {.cpp = code::cpp::make_tiled_copy},
       .example = {"make_cotiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (128,8):(8,1), (64,64):(64,1))",
                   "TiledCopy<Copy_Atom<UniversalCopy<uint128_t>,f16>,((8,16),8):((16,1),128),<16:1,(8,8):(8,1)>>"}},
      {.name = "make_tiled_copy_impl",
       .aliases = {{.name = "TiledCopy", .is_type = true}},
       .signature = "make_tiled_copy_impl(copy_atom, layout_tv, tiler)",
       .group = Group::partition,
       .meaning = "a copy by its (thread, value) layout",
       .parameters = "atom layout_tv tiler",
       .arguments = {3, 3},
       .indices = any_number,
       .run = run_tiled_copy_type,
       .contract = check_tiled_copy,
       .condition = "partition",
       .blamed = 1,
       .makes_layout = true,
       .links = links::tiled_copy_by_layout,
       .code = {.cpp = code::cpp::make_tiled_copy_impl, .dsl = code::dsl::value},
       .example = {"make_tiled_copy_impl(Copy_Atom<UniversalCopy<float>,float>, (8,2):(1,8), (4,4))",
                   "TiledCopy<Copy_Atom<UniversalCopy<uint32_t>,f32>,(8,2):(1,8),<4,4>>"}},
      {.name = "Copy_Atom",
       .signature = "Copy_Atom<copy_operation,type>",
       .group = Group::partition,
       .meaning = "a copy instruction for values of a type",
       .parameters = "op type",
       .arguments = {0, 0},
       .indices = any_number,
       .run = run_copy_atom,
       .code = {.cpp = code::cpp::value, .dsl = code::dsl::value},
       .example = {"Copy_Atom<UniversalCopy<uint128_t>,half_t>{}", "Copy_Atom<UniversalCopy<uint128_t>,f16>"}},
      {.name = "MMA_Atom",
       .aliases = {{.name = "MMA_Traits", .is_type = true}, {.name = "Copy_Traits", .is_type = true}},
       .signature = "MMA_Atom<mma_operation>",
       .group = Group::partition,
       .meaning = "an MMA instruction",
       .parameters = "op",
       .arguments = {0, 0},
       .indices = any_number,
       .run = run_mma_atom,
       .code = {.cpp = code::cpp::value, .dsl = code::dsl::value},
       .example = {"MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>{}", "SM80_16x8x16_F32F16F16F32_TN"}},
  };
}

}  // namespace algebra::expression
