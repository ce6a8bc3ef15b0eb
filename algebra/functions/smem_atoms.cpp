// The layouts of a kernel's shared memory: CUTLASS's choice for a tile, and UMMA's tiling of it.

#include "algebra/functions/records.hpp"

#include <array>

#include <fmt/format.h>

#include "algebra/code/cpp_calls.hpp"
#include "algebra/code/dsl_calls.hpp"
#include "algebra/hardware/smem_atoms.hpp"

namespace algebra::expression {
namespace {

/// Source: UMMA::tile_to_mma_shape of CUTLASS include/cute/atom/mma_traits_sm100.hpp.
Layout tile_to_mma_shape(const Layout& atom, const IntTuple& tile, const IntTuple& order) {
  if (tile.rank() < 3 || !tile.mode(0).is_tuple() || tile.mode(0).rank() != 2)
    throw ArgumentProblem{{"argument",
                           message("tile_to_mma_shape takes the shape that partition_shape_A gives, ((MMA_M,MMA_K),M,K), not {}.",
                                   to_string(tile, Marks::plain)),
                           {"((128,16),1,4)"}},
                          1};
  const auto& mma = tile.mode(0);
  IntTuple shape = IntTuple::tuple({IntTuple::tuple({mma.mode(0), tile.mode(1)}), IntTuple::tuple({mma.mode(1), tile.mode(2)})});
  for (int i = 3; i < tile.rank(); ++i) shape.append(tile.mode(i));
  return tiled_divide(tile_to_shape(atom, shape, order), tiler_of(product_each(mma)));
}
Value run_tile_to_mma_shape(const Call& c) {
  return through(c, composed_too,
                 [&](const Layout& atom) { return tile_to_mma_shape(atom, c.integers(1), c.count() > 2 ? c.integers(2) : IntTuple()); });
}

/// The arguments of a selector. Source: CUTLASS include/cutlass/gemm/collective/builders/sm90_common.inl, sm100_common.inl,
/// sm120_common.inl.
struct Selection {
  Major major = Major::k;
  ElementType type{};
  int sparsity = 1;

  int bytes() const { return std::max(1, type.bits / 8); }
  /// Returns the extent of the atom along which elements are contiguous.
  Int contiguous(SmemSwizzle swizzle) const {
    const auto layout = smem_atom(swizzle, major, type.bits, sparsity).layout;
    return size_of(mode(layout, major == Major::k ? 1 : 0));
  }
};

[[noreturn]] void refuse(Message message, std::vector<std::string> nearest = {}) {
  throw Problem{"static_assert", std::move(message), std::move(nearest)};
}

/// Returns the first of the atoms whose contiguous extent divides the tile's.
Value first_that_divides(const Selection& s, std::initializer_list<SmemSwizzle> swizzles, Int extent) {
  for (const auto swizzle : swizzles)
    if (extent.value % s.contiguous(swizzle).value == 0) return smem_atom(swizzle, s.major, s.type.bits, s.sparsity);
  const auto least = s.contiguous(*(swizzles.end() - 1)).value;
  refuse(message("The tile has {} elements of {} bits along {}, which is not a multiple of {}, the extent of the smallest layout.",
                 extent.value, s.type.bits, s.major == Major::k ? "K" : "MN", least));
}
using enum SmemSwizzle;
constexpr auto all_swizzles = {sw128, sw64, sw32, inter};

[[noreturn]] void refuse_arguments(const Call& c) {
  throw Problem{"template argument", message("{} takes this in <>: {}.", c.name, find_function(c.name, false)->signature), {}};
}
/// Returns a template argument of a selector.
template <class T>
const T& given(const Call& c, std::size_t i) {
  if (const auto* v = i < c.indices.size() ? std::get_if<T>(&c.indices[i]) : nullptr) return *v;
  refuse_arguments(c);
}
/// Returns size<0> of an extent of the tile.
Int first_extent(const IntTuple& extent) { return product(extent.is_tuple() ? extent.mode(0) : extent); }

int sparsity_of(const Call& c, std::size_t i) {
  const auto& n = given<IntTuple>(c, i);
  if (!n.is_integer() || n.integer().value < 1) throw Problem{"template argument", "The sparsity is a number such as _2.", {"_2"}};
  return static_cast<int>(n.integer().value);
}

struct Tile : Selection {
  IntTuple mn, k;
  Int first_mn() const { return first_extent(mn); }
  Int first_k() const { return first_extent(k); }
};
Tile tile_of(const Call& c, std::size_t least, std::size_t most) {
  if (c.indices.size() < least || c.indices.size() > most)
    throw Problem{"template argument",
                  message("{} takes the major, the type and the tile in <>, such as <GMMA::Major::K,half_t,_128,_64>.", c.name),
                  {fmt::format("{}<GMMA::Major::K,half_t,_128,_64>()", c.name)}};
  Tile t;
  t.major = given<Major>(c, 0);
  if (t.major != Major::k && t.major != Major::mn) throw Problem{"template argument", "A major is GMMA::Major::K or GMMA::Major::MN.", {}};
  t.type = given<ElementType>(c, 1);
  t.mn = given<IntTuple>(c, 2);
  t.k = given<IntTuple>(c, 3);
  const auto require_eights = [](Int extent, const char* name) {
    if (extent.value % 8 != 0) refuse(message("The tile has {} elements along {}; it takes a multiple of 8.", extent.value, name));
  };
  require_eights(t.first_mn(), "MN");
  require_eights(t.first_k(), "K");
  return t;
}

Value select_ss(const Tile& t, Int whole_mn) {
  if (t.major == Major::k) return first_that_divides(t, all_swizzles, t.first_k());
  // The last choice must divide the whole extent, the others only its first mode.
  for (const auto swizzle : {sw128, sw64, sw32})
    if (t.first_mn().value % t.contiguous(swizzle).value == 0) return first_that_divides(t, {swizzle}, t.first_mn());
  return first_that_divides(t, {inter}, whole_mn);
}
Value run_ss(const Call& c) {
  const auto t = tile_of(c, 4, 4);
  return select_ss(t, product(t.mn));
}
Value run_ss_sparse(const Call& c) {
  auto t = tile_of(c, 5, 5);
  t.sparsity = sparsity_of(c, 4);
  return select_ss(t, t.first_mn());
}
Value run_rs(const Call& c) {
  const auto t = tile_of(c, 4, 5);
  if (t.major == Major::k) return first_that_divides(t, all_swizzles, t.first_k());
  const bool transposed = c.indices.size() == 5 && given<Truth>(c, 4).holds;
  const auto mn = t.first_mn();
  if (t.bytes() % 4 == 0) return transposed ? first_that_divides(t, {sw32}, mn) : first_that_divides(t, {sw32, inter}, mn);
  if (t.bytes() == 1 && transposed) return first_that_divides(t, {sw128}, mn);
  return first_that_divides(t, all_swizzles, mn);
}
Value select_sm100(const Tile& t, bool only_32b) {
  if (t.major == Major::k) return first_that_divides(t, all_swizzles, t.first_k());
  if (t.bytes() == 4 && (only_32b || t.first_mn().value % t.contiguous(sw128_32b).value == 0))
    return first_that_divides(t, {sw128_32b}, t.first_mn());
  return first_that_divides(t, all_swizzles, t.first_mn());
}
Value run_sm100(const Call& c) { return select_sm100(tile_of(c, 4, 4), true); }
Value run_sm100_sparse(const Call& c) {
  auto t = tile_of(c, 5, 5);
  t.sparsity = sparsity_of(c, 4);
  return select_sm100(t, false);
}
template <bool sparse>
Value run_sm120(const Call& c) {
  if (c.indices.size() != (sparse ? 3 : 2))
    throw Problem{"template argument", message("{} takes the type and the extent along K in <>, such as <int8_t,_128>.", c.name), {}};
  Selection s{.major = Major::k, .type = given<ElementType>(c, 0), .sparsity = sparse ? sparsity_of(c, 2) : 1};
  if (s.type.bits > 8) refuse(message("{} takes elements of at most 8 bits, not of {}.", c.name, s.type.bits), {"int8_t"});
  return first_that_divides(s, all_swizzles, product(given<IntTuple>(c, 1)));
}

/// Makes the record of a selector. `arguments`: the text in <>.
Function selector(std::string_view name, std::string_view arguments, std::string_view meaning, Value (*run)(const Call&),
                  const Example& example) {
  return member_of({.name = "{0}",
                    .signature = "{0}<{1}>()",
                    .group = Group::layout,
                    .meaning = meaning,
                    .parameters = "",
                    .arguments = {0, 0},
                    .indices = any_number,
                    .run = run,
                    .makes_layout = true,
                    // CUTLASS has them in its collective builders; writing the value avoids these headers.
                    .code = {.cpp = code::cpp::value},
                    .search_words = "shared memory swizzle atom wgmma gmma umma tcgen05",
                    .example = example},
                   name, arguments);
}

}  // namespace

std::vector<Function> smem_atom_functions() {
  return {
      {.name = "tile_to_mma_shape",
       .signature = "UMMA::tile_to_mma_shape(A, shape, order)",
       .group = Group::divide,
       .meaning = "repeat a layout of shared memory over the MMAs of a tile",
       .parameters = "atom mma_tile_shape order",
       .arguments = {2, 3},
       .run = run_tile_to_mma_shape,
       .blamed = 1,
       .makes_layout = true,
       .code = {.cpp = code::cpp::tile_to_mma_shape, .dsl = code::dsl::tile_to_mma_shape},
       .search_words = "shared memory umma tcgen05 swizzle",
       .example = {"tile_to_mma_shape((8,64):(64,1), ((128,16),1,4))", "((128,16),1,4):((64,1),0,16)"}},
      selector("ss_smem_selector", "major,type,BLK_MN,BLK_K", "the widest swizzle that fits a tile of WGMMA in shared memory", run_ss,
               {"ss_smem_selector<GMMA::Major::K,half_t,_128,_32>()", "Sw<2,4,3> o smem_ptr[16b](unset) o (_8,_32):(_32,_1)"}),
      selector("rs_smem_selector", "major,type,BLK_MN,BLK_K", "the swizzle for an operand that WGMMA takes from registers", run_rs,
               {"rs_smem_selector<GMMA::Major::MN,tfloat32_t,_128,_64>()", "Sw<1,4,3> o smem_ptr[32b](unset) o (_8,_8):(_1,_8)"}),
      selector("sm100_smem_selector", "major,type,BLK_MN,BLK_K", "the widest swizzle that fits a tile of tcgen05.mma in shared memory",
               run_sm100,
               {"sm100_smem_selector<UMMA::Major::MN,tfloat32_t,_128,_64>()", "Sw<2,5,2> o smem_ptr[32b](unset) o (_32,_4):(_1,_32)"}),
      selector("sm120_rr_smem_selector", "type,BLK_K", "the widest swizzle for operands of 8 bits or less on SM120", run_sm120<false>,
               {"sm120_rr_smem_selector<int8_t,_64>()", "Sw<2,4,3> o smem_ptr[8b](unset) o (_8,_64):(_64,_1)"}),
      selector("ss_smem_selector_sparse", "major,type,BLK_MN,BLK_K,sparsity", "the same as ss_smem_selector for a sparse operand",
               run_ss_sparse,
               {"ss_smem_selector_sparse<GMMA::Major::K,half_t,_128,_64,_2>()",
                "Sw<2,4,3> o smem_sparse<2>_ptr[16b](unset) o ((_1,_8),(_2,_32)):((_0,_64),(_1,_2))"}),
      selector("sm100_smem_selector_sparse", "major,type,BLK_MN,BLK_K,sparsity", "the same as sm100_smem_selector for a sparse operand",
               run_sm100_sparse,
               {"sm100_smem_selector_sparse<UMMA::Major::K,half_t,_128,_64,_2>()",
                "Sw<2,4,3> o smem_sparse<2>_ptr[16b](unset) o ((_1,_8),(_2,_32)):((_0,_64),(_1,_2))"}),
      selector("sm120_rr_smem_selector_sparse", "type,BLK_K,sparsity", "the same as sm120_rr_smem_selector for a sparse operand",
               run_sm120<true>,
               {"sm120_rr_smem_selector_sparse<int8_t,_64,_2>()",
                "Sw<1,4,3> o smem_sparse<2>_ptr[8b](unset) o ((_1,_8),(_2,_32)):((_0,_64),(_1,_2))"}),
  };
}

}  // namespace algebra::expression
