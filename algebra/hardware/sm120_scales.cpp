#include "algebra/hardware/sm120_scales.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "algebra/hardware/literals.hpp"
#include "algebra/hardware/tiled.hpp"
#include "algebra/layout/operations.hpp"

namespace algebra::scales {
namespace {

using namespace literals;

Tiler keep() { return Tiler{IntTuple::underscore()}; }
Tiler by_mode(Tiler a, Tiler b) { return Tiler{std::vector{std::move(a), std::move(b)}}; }
Tiler sized(Int n) { return Tiler{make_layout(IntTuple(n))}; }

std::int64_t extent(const Sm120Collective& c, int i) {
  if (!c.tile.is_tuple() || c.tile.rank() != 3)
    throw Problem{"argument", message("The tile is (M,N,K), such as (_128,_128,_128), not {}.", to_string(c.tile, Marks::plain)), {}};
  return product(c.tile.mode(i)).value;
}
/// Returns whether the instruction works on bytes, 32 elements along K: unless both types have 4 bits.
bool of_bytes(const Sm120Collective& c) { return c.a.bits != 4 || c.b.bits != 4; }

std::string short_name(const ElementType& type) {
  auto name = cpp_type(type);
  const auto scope = name.rfind("::");
  return scope == name.npos ? name : name.substr(scope + 2);
}

MmaAtom instruction(const Sm120Collective& c) {
  const std::vector<std::string> arguments{short_name(c.a), short_name(c.b), "float", c.vector == 16 ? "float_ue4m3_t" : "float_ue8m0_t",
                                           std::to_string(c.vector)};
  const auto found = find_mma(of_bytes(c) ? "SM120_16x8x32_TN_VS" : "SM120_16x8x64_TN_VS", arguments);
  if (found.traits == nullptr)
    throw Problem{
        "argument",
        message("SM120 has no block-scaled instruction for {} and {} with a scale of {} elements.", arguments[0], arguments[1], c.vector),
        {}};
  return {found.traits, found.arguments};
}

/// Source: sm120_tile_n_permute_selector.
Tiler permuted_n(std::int64_t n) {
  if (n >= 32) return Tiler{Layout(tuple({fixed(8), fixed(2), fixed(2)}), tuple({fixed(1), fixed(16), fixed(8)}))};
  if (n == 16) return Tiler{Layout(tuple({fixed(8), fixed(2)}), tuple({fixed(1), fixed(8)}))};
  if (n == 8) return Tiler{Layout(tuple({fixed(8)}), tuple({fixed(1)}))};
  throw Problem{"static_assert", message("TileShape_N must be at least 8 for SM120 blockscaled: 8, 16, or 32 and more, not {}.", n), {}};
}

/// Return the modes of (thread, of M or N, of K) in (v,m,n,k).
constexpr int rows_mode(Operand operand) { return operand == Operand::a ? 1 : 2; }

}  // namespace

TiledMma tiled_mma(const Sm120Collective& c) {
  const auto m = extent(c, 0), n = extent(c, 1);
  const auto threads = !c.cooperative ? tuple({fixed(2), fixed(2), fixed(1)})
                       : n >= 16      ? tuple({fixed(4), fixed(2), fixed(1)})
                                      : tuple({fixed(8), fixed(1), fixed(1)});
  const Tiler permutations{
      std::vector{Tiler{IntTuple(fixed(std::min<std::int64_t>(m, 128)))}, permuted_n(n), Tiler{IntTuple(fixed(of_bytes(c) ? 32 : 64))}}};
  return make_tiled_mma(instruction(c), make_layout(threads), permutations);
}

Layout stage_atom(const Sm120Collective& c, Operand operand) {
  const auto groups = instruction(c).traits->shape_mnk.mode(2).integer().value / c.vector;
  const auto rows = operand == Operand::a ? extent(c, 0) : std::max<std::int64_t>(extent(c, 1), 128);
  const auto blocks = rows / 128, blocks_k = extent(c, 2) / c.vector / 4;
  return {
      tuple({tuple({tuple({fixed(32), fixed(4)}), fixed(blocks)}),
             tuple({tuple({fixed(c.vector), fixed(groups)}), fixed(4 / groups), fixed(blocks_k)})}),
      tuple({tuple({tuple({fixed(16), fixed(4)}), fixed(512)}), tuple({tuple({fixed(0), fixed(1)}), fixed(groups), fixed(blocks * 512)})})};
}

Layout stages(const Sm120Collective& c, Operand operand) {
  const auto atom = stage_atom(c, operand);
  auto shape = atom.shape(), stride = atom.stride();
  shape.append(fixed(c.stages));
  stride.append(size_of(filter_zeros(atom)));
  const Layout all(std::move(shape), std::move(stride));
  if (operand == Operand::a || extent(c, 1) >= 128) return all;
  return logical_divide(all, tiler_of(tuple({fixed(extent(c, 1)), fixed(extent(c, 2))})));
}

Layout scale_tv(const MmaTraits& traits, Operand operand) {
  const auto k = traits.shape_mnk.mode(2).integer();
  if (operand == Operand::a)
    return {tuple({tuple({fixed(2), fixed(2), fixed(8)}), k}), tuple({tuple({fixed(8), fixed(0), fixed(1)}), fixed(16)})};
  return {tuple({tuple({fixed(4), fixed(8)}), k}), tuple({tuple({fixed(0), fixed(1)}), fixed(8)})};
}

Layout scale_parts(const TiledMma& mma, Operand operand, const Layout& tensor) {
  if (rank(tensor) < 2)
    throw Problem{
        "mismatched ranks", message("A tensor of scales has at least two modes; {} has rank {}.", plain(tensor), rank(tensor)), {}};
  const int rows = operand == Operand::a ? 0 : 1;
  const auto vmnk = thr_layout_vmnk(mma);
  const auto& atom = mma.atom.traits->shape_mnk;
  const auto permuted = logical_divide(tensor, by_mode(permutation_mnk(mma, rows), permutation_mnk(mma, 2)));
  const auto by_atom = zipped_divide(permuted, by_mode(sized(atom.mode(rows).integer()), sized(atom.mode(2).integer())));
  const auto tv = composition(by_atom, by_mode(Tiler{scale_tv(*mma.atom.traits, operand)}, keep()));
  const auto threads = by_mode(sized(size_of(mode(vmnk, rows_mode(operand)))), sized(size_of(mode(vmnk, 3))));
  return zipped_divide(tv, by_mode(keep(), threads));
}

Layout scale_fragment(const TiledMma& mma, Operand operand, const Layout& tensor) {
  const auto parts = scale_parts(mma, operand, tensor);
  const auto none = IntTuple(fixed(0)), all = IntTuple::underscore();
  IntTuple rest;
  const auto modes = rank(mode(mode(parts, 1), 1));
  for (int i = 0; i < modes; ++i) rest.append(all);
  if (modes == 1) rest = all;
  // The slice of any thread; all have the same layout.
  return make_fragment_like(slice(tuple({tuple({none, tuple({none, none})}), tuple({all, rest})}), parts));
}

Layout scale_layout_tv(const TiledMma& mma, Operand operand) {
  const auto tile = tile_shape(mma);
  const auto vmnk = thr_layout_vmnk(mma);
  const auto reference = make_layout(tuple({IntTuple(product(tile.mode(operand == Operand::a ? 0 : 1))), IntTuple(product(tile.mode(2)))}));
  const bool is_a = operand == Operand::a;
  const Layout both(tuple({size_of(mode(vmnk, 1)), size_of(mode(vmnk, 2))}), tuple({fixed(is_a ? 1 : 0), fixed(is_a ? 0 : 1)}));
  const auto parts = composition(scale_parts(mma, operand, reference), by_mode(by_mode(keep(), by_mode(Tiler{both}, keep())), keep()));
  return composition(parts, by_mode(Tiler{right_inverse(vmnk)}, keep()));
}

}  // namespace algebra::scales
