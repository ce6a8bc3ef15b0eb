#include "algebra/hardware/nearest_canonical.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "algebra/hardware/smem_atoms.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/layout/rounding.hpp"

namespace algebra {

using Of = MatrixDescriptor::Of;

namespace {

struct Wanted {
  Of of;
  Major major;
  ElementType type;
  std::string_view type_name;
  std::int64_t rows, k;  ///< along M or N, and along K
  Marks marks;
};

/// A tile made of CuTe's atoms, and the text of its layout.
struct Candidate {
  std::string words;
  Tensor tile;
};

SmemAtomName atom_with(const DescriptorLayout& kind, Major major) {
  using enum SmemSwizzle;
  const auto swizzle = kind.rows != core_matrix_rows ? sw128_32b
                       : kind.chunks == 1            ? inter
                       : kind.chunks == 2            ? sw32
                       : kind.chunks == 4            ? sw64
                                                     : sw128;
  return {.swizzle = swizzle, .major = major};
}

/// Returns a tile near the wanted one, made of the atom with this swizzle. Throws if it does not fit.
Candidate candidate(const Wanted& w, const DescriptorLayout& kind) {
  const auto name = atom_with(kind, w.major);
  const auto atom = smem_atom(name.swizzle, w.major, w.type.bits);
  const auto rows = round_up(w.rows, size(mode(atom.layout, 0))), k = w.major == Major::k ? w.k : round_up(w.k, size(mode(atom.layout, 1)));
  // The tile of one instruction may be a part of a wide atom.
  const auto whole_k = round_up(k, size(mode(atom.layout, 1)));
  const auto shape = IntTuple::tuple({rows, whole_k});
  auto written = to_string(name);
  written.replace(0, written.find(':'), w.of == Of::gmma ? "GMMA" : "UMMA");
  Candidate c{.words = fmt::format("tile_to_shape({}<{}>, {})", written, w.type_name, to_string(shape, w.marks)),
              .tile = {.layout = tile_to_shape(atom.layout, shape, IntTuple()), .type = w.type, .memory = MemorySpace::shared}};
  if (whole_k != k) {
    const Tiler part{std::vector<Tiler>{Tiler{IntTuple(rows)}, Tiler{IntTuple(k)}}};
    c.tile.layout = composition(c.tile.layout, part);
    c.words = fmt::format("composition({}, {})", c.words, to_string(part, w.marks));
  }
  if (kind.swizzle.bits == 0) return c;
  c.tile.swizzled_pointer = true;
  c.tile.outer = OuterFunction{atom.outer.function, {{0, true}, 0}};
  return c;
}

}  // namespace

std::vector<std::string> nearest_canonical(Of of, Major major, const Tensor& tile, std::string_view type_name, Marks marks) {
  constexpr std::size_t most = 2;
  std::vector<std::string> found;
  if (!tile.type || chunk_bits % tile.type->bits != 0 || tile.type->bits > 64) return found;
  const auto extent = [&](int i) { return rank(tile.layout) > i ? size(mode(tile.layout, i)) : 1; };
  // An instruction takes 32 bytes along K.
  const std::int64_t k_of_instruction = 256 / tile.type->bits;
  const auto k = of == Of::umma && extent(1) > 0 && extent(1) % k_of_instruction == 0 ? extent(1) : k_of_instruction;
  if (extent(0) < 1 || k > 4096) return found;
  constexpr std::int64_t most_rows = 256;  // of an instruction
  const Wanted wanted{of, major, *tile.type, type_name, std::min(extent(0), most_rows), k, marks};
  // Tries the tile's own swizzle first; without one, that of its distance between rows.
  const auto swizzle = tile.pointer_swizzle();
  std::int64_t apart = 0;
  if (rank(tile.layout) == 2)
    flatten(mode(tile.layout, major == Major::k ? 0 : 1)).stride().for_each_integer([&](Int d) { apart = apart == 0 ? d.value : apart; });
  const auto row_bytes = apart * tile.type->bits / 8;
  auto kinds = std::vector<DescriptorLayout>(layouts_of(of).begin(), layouts_of(of).end());
  const auto away = [&](const DescriptorLayout& l) {
    const int bits = swizzle ? swizzle->bits : 0;
    if (swizzle) return l.swizzle == *swizzle ? 0 : 1 + std::abs(l.swizzle.bits - bits) + (l.rows == core_matrix_rows ? 0 : 8);
    return (l.chunks * 16 == row_bytes ? 0 : 1) + (l.rows == core_matrix_rows ? 0 : 8);
  };
  std::stable_sort(kinds.begin(), kinds.end(), [&](const auto& a, const auto& b) { return away(a) < away(b); });
  for (const auto& kind : kinds) {
    if (found.size() == most) break;
    const auto made = attempt([&] {
      auto c = candidate(wanted, kind);
      return check_descriptor(make_matrix_descriptor(of, major, c.tile), {}).kind == Verdict::Kind::kept ? std::move(c.words)
                                                                                                         : std::string{};
    });
    if (made && !made->empty()) found.push_back(*made);
  }
  return found;
}

}  // namespace algebra
