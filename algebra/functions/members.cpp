#include "algebra/functions/members.hpp"

#include <fmt/format.h>

#include "algebra/code/cpp_calls.hpp"
#include "algebra/functions/records.hpp"
#include "algebra/functions/tiled_arguments.hpp"
#include "algebra/hardware/tiled.hpp"

namespace algebra::expression {
namespace {

[[noreturn]] void fail_without_member(const Call& c, std::string_view wanted) {
  throw ArgumentProblem{{"argument", message("{} is a member of {}, not of {}.", c.name, wanted, plain(c.argument(0))), {}}, 0};
}

/// Returns the copy instruction of the argument; null if it has none.
const CopyAtom* copy_in(const Value& v) {
  if (const auto* atom = std::get_if<CopyAtom>(&v)) return atom;
  const auto* tiled = std::get_if<TiledCopy>(&v);
  return tiled != nullptr ? &tiled->atom : nullptr;
}
const MmaAtom* mma_in(const Value& v) {
  if (const auto* atom = std::get_if<MmaAtom>(&v)) return atom;
  const auto* tiled = std::get_if<TiledMma>(&v);
  return tiled != nullptr ? &tiled->atom : nullptr;
}
const CopyAtom& copy_in(const Call& c) {
  if (const auto* atom = copy_in(c.argument(0))) return *atom;
  fail_without_member(c, "copies");
}
const MmaTraits& mma_in(const Call& c) {
  if (const auto* atom = mma_in(c.argument(0))) return *atom->traits;
  fail_without_member(c, "MMAs");
}

Value run_thr_id(const Call& c) {
  if (const auto* copy = copy_in(c.argument(0))) return copy->traits->thr_id;
  if (const auto* mma = mma_in(c.argument(0))) return mma->traits->thr_id;
  fail_without_member(c, "copies and MMAs");
}
template <Side side>
Value run_value_layout(const Call& c) {
  return value_layout(copy_in(c), side);
}
Value run_value_layout_ref(const Call& c) { return value_layout_ref(copy_in(c)); }
Value run_tiled_layout_tv(const Call& c) {
  if (const auto* tiles = std::get_if<TvTiler>(&c.argument(0))) return tiles->layout_tv;
  return tiled_copy(c).layout_tv;
}
Value run_tiler_mn(const Call& c) {
  if (const auto* tiles = std::get_if<TvTiler>(&c.argument(0))) return tiles->tiler;
  return tiled_copy(c).tiler;
}

Value run_shape_mnk(const Call& c) { return mma_in(c).shape_mnk; }
template <Matrix matrix>
Value run_atom_tv(const Call& c) {
  return mma_in(c).operands[static_cast<std::size_t>(matrix)].tv;
}
Value run_permutation(const Call& c) {
  const auto& mma = tiled_mma(c);
  const auto mode = c.index(0);
  if (mode < 0 || mode > 2) throw Problem{"template argument", "permutation_mnk<i> has the modes 0, 1 and 2: M, N and K.", {}};
  auto permutation = permutation_mnk(mma, static_cast<int>(mode));
  if (auto* leaf = std::get_if<IntTuple>(&permutation.is)) return std::move(*leaf);
  if (auto* layout = std::get_if<Layout>(&permutation.is)) return std::move(*layout);
  return permutation;
}

Value run_thr_idx(const Call& c) {
  const auto* copy = std::get_if<TiledCopy>(&c.argument(0));
  if (copy == nullptr || !copy->thread) fail_without_member(c, "a thread's slice of a tiled copy");
  return IntTuple(*copy->thread);
}
Value run_thr_vmnk(const Call& c) {
  const auto* mma = std::get_if<TiledMma>(&c.argument(0));
  if (mma == nullptr || !mma->thread) fail_without_member(c, "a thread's slice of a tiled MMA");
  return flat_coordinate(thr_layout_vmnk(*mma), IntTuple(*mma->thread));
}

constexpr CodeCalls type{.cpp = code::cpp::member_type}, field{.cpp = code::cpp::member};
template <Side side>
Function value_layout(const Example& example) {
  return member_of({.name = "ValLayout{0}",
                    .aliases = {{"AtomLayout{0}"}},
                    .signature = "ValLayout{0}(copy_atom)",
                    .group = Group::partition,
                    .meaning = "(thread, value) -> place, as the atom {1}",
                    .parameters = "atom",
                    .arguments = {1, 1},
                    .run = run_value_layout<side>,
                    .makes_layout = true,
                    .code = type,
                    .example = example},
                   side == Side::source ? "Src" : "Dst", side == Side::source ? "reads" : "writes");
}
template <Matrix matrix>
Function layout_of_atom(const Example& example) {
  return member_of({.name = "Layout{0}_TV",
                    .aliases = {{"AtomLayout{0}_TV"}},
                    .signature = "Layout{0}_TV(mma_atom)",
                    .group = Group::partition,
                    .meaning = "(thread, value) -> place in {0}, of one atom",
                    .parameters = "atom",
                    .arguments = {1, 1},
                    .run = run_atom_tv<matrix>,
                    .makes_layout = true,
                    .code = type,
                    .example = example},
                   letter_of(matrix));
}
}  // namespace

std::vector<Function> member_functions() {
  return {
      {.name = "thr_idx",
       .signature = "thr_idx(thr_copy)",
       .group = Group::partition,
       .meaning = "the thread of a tiled copy's slice",
       .parameters = "tiled",
       .arguments = {1, 1},
       .run = run_thr_idx,
       .code = field,
       .example = {"thr_idx(get_slice(copy, 5))", "5", copy_entry}},
      {.name = "thr_vmnk",
       .signature = "thr_vmnk(thr_mma)",
       .group = Group::partition,
       .meaning = "where the thread of a tiled MMA's slice stands: (thread of the atom, m, n, k)",
       .parameters = "tiled",
       .arguments = {1, 1},
       .run = run_thr_vmnk,
       .code = field,
       .example = {"thr_vmnk(get_slice(mma, 37))", "(5,1,0,0)", mma_entry}},
      {.name = "ThrID",
       .aliases = {{"AtomThrID"}},
       .signature = "ThrID(atom)",
       .group = Group::partition,
       .meaning = "thread of the atom -> thread",
       .parameters = "atom",
       .arguments = {1, 1},
       .run = run_thr_id,
       .makes_layout = true,
       .code = type,
       .example = {"ThrID(SM70_8x8x4_F32F16F16F32_TN)", "(4,2):(1,16)"}},
      value_layout<Side::source>({"ValLayoutSrc(Copy_Atom<SM75_U32x4_LDSM_N,half_t>)", "(32,8):(8,1)"}),
      value_layout<Side::destination>({"ValLayoutDst(Copy_Atom<SM75_U32x4_LDSM_N,half_t>)", "(32,(2,4)):(2,(1,64))"}),
      {.name = "ValLayoutRef",
       .aliases = {{"AtomLayoutRef"}},
       .signature = "ValLayoutRef(copy_atom)",
       .group = Group::partition,
       .meaning = "(thread, value) -> place, common to both sides of the atom",
       .parameters = "atom",
       .arguments = {1, 1},
       .run = run_value_layout_ref,
       .makes_layout = true,
       .code = type,
       .example = {"ValLayoutRef(Copy_Atom<SM75_U32x4_LDSM_N,half_t>)", "(32,(2,4)):(2,(1,64))"}},
      {.name = "TiledLayout_TV",
       .signature = "TiledLayout_TV(tiled_copy)",
       .group = Group::partition,
       .meaning = "(thread, value) -> place in the tile, as the copy was made",
       .parameters = "tiled",
       .arguments = {1, 1},
       .run = run_tiled_layout_tv,
       .makes_layout = true,
       .code = type,
       .example = {"TiledLayout_TV(copy)", "((8,16),8):((128,1),16)", copy_entry}},
      {.name = "Tiler_MN",
       .signature = "Tiler_MN(tiled_copy)",
       .group = Group::partition,
       .meaning = "the tiler that cuts a tensor into the copy's tiles",
       .parameters = "tiled",
       .arguments = {1, 1},
       .run = run_tiler_mn,
       .code = type,
       .example = {"Tiler_MN(copy)", "<16,64>", copy_entry}},
      {.name = "Shape_MNK",
       .aliases = {{"AtomShape_MNK"}},
       .signature = "Shape_MNK(mma_atom)",
       .group = Group::partition,
       .meaning = "the atom's (M,N,K)",
       .parameters = "atom",
       .arguments = {1, 1},
       .run = run_shape_mnk,
       .code = type,
       .example = {"Shape_MNK(mma)", "(16,8,16)", mma_entry}},
      layout_of_atom<Matrix::a>({"LayoutA_TV(mma)", "((4,8),(2,2,2)):((32,1),(16,8,128))", mma_entry}),
      layout_of_atom<Matrix::b>({"LayoutB_TV(mma)", "((4,8),(2,2)):((16,1),(8,64))", mma_entry}),
      layout_of_atom<Matrix::c>({"LayoutC_TV(mma)", "((4,8),(2,2)):((32,1),(16,8))", mma_entry}),
      {.name = "permutation_mnk",
       .signature = "permutation_mnk<i>(tiled_mma)",
       .group = Group::partition,
       .meaning = "the permutation of mode i of (M,N,K), or its size in the tile",
       .parameters = "mma",
       .arguments = {1, 1},
       .indices = 1,
       .run = run_permutation,
       .code = {.cpp = code::cpp::template_method},
       .example = {"permutation_mnk<0>(mma)", "32", mma_entry}},
  };
}

}  // namespace algebra::expression

namespace algebra {
namespace {

void add_members(const TiledCopy& t, std::vector<Member>& all) {
  if (t.thread) {
    all.push_back({"thr_idx", IntTuple(*t.thread)});
    return;
  }
  all.push_back({"layoutS_TV", layout_tv(t, Side::source)});
  all.push_back({"layoutD_TV", layout_tv(t, Side::destination)});
  all.push_back({"tile_shape", tile_shape(t)});
}
void add_members(const TiledMma& t, std::vector<Member>& all) {
  if (t.thread) {
    all.push_back({"thr_vmnk", flat_coordinate(thr_layout_vmnk(t), IntTuple(*t.thread))});
    return;
  }
  all.push_back({"layoutA_TV", layout_tv(t, Matrix::a)});
  all.push_back({"layoutB_TV", layout_tv(t, Matrix::b)});
  all.push_back({"layoutC_TV", layout_tv(t, Matrix::c)});
  all.push_back({"thr_layout_vmnk", thr_layout_vmnk(t)});
  all.push_back({"tile_shape", tile_shape(t)});
}
void add_members(const CopyAtom& atom, std::vector<Member>& all) {
  if (!atom.type) return;
  all.push_back({"ThrID", atom.traits->thr_id});
  all.push_back({"ValLayoutSrc", value_layout(atom, Side::source)});
  all.push_back({"ValLayoutDst", value_layout(atom, Side::destination)});
  all.push_back({"ValLayoutRef", value_layout_ref(atom)});
}
void add_members(const MmaAtom& atom, std::vector<Member>& all) {
  all.push_back({"Shape_MNK", atom.traits->shape_mnk});
  all.push_back({"ThrID", atom.traits->thr_id});
  all.push_back({"LayoutA_TV", atom.traits->operands[0].tv});
  all.push_back({"LayoutB_TV", atom.traits->operands[1].tv});
  all.push_back({"LayoutC_TV", atom.traits->operands[2].tv});
}
template <class T>
void add_members(const T&, std::vector<Member>&) {}

}  // namespace

std::vector<Member> members_of(const Value& value) {
  std::vector<Member> all;
  try {
    std::visit([&](const auto& v) { add_members(v, all); }, value);
  } catch (const Problem&) {
    // CuTe lacks this member as well for an atom whose layouts are malformed.
  }
  return all;
}

}  // namespace algebra
