#pragma once
// What the colour of a cell depends on, from a diagram's own layout or from a table of the tiles or owners of indices: what
// colourings are made of.

#include <cstdint>
#include <functional>

#include "render/diagram.hpp"

namespace render {

/// Most cells that get a table; larger diagrams take what is separable.
inline constexpr std::int64_t most_table_cells = std::int64_t{1} << 20;

/// What the colours of a diagram are made from, beside its axes.
struct ColourSource {
  algebra::Layout layout;   ///< the shown value's, without its offset
  std::int64_t origin = 0;  ///< offset of a tensor; a slice's offset is not in it
  const Context& context;
};

/// Between slabs, thicker than any tile's; needs the borders within a slab.
void add_slab_borders(Axis&);

/// Fills `owners` where the context has them, and the tile or pass borders that they imply. Needs both axes.
void add_owners(Diagram&, const ColourSource&);

/// Borders between the tiles of the context on a diagram of another layout.
void add_tile_borders(Diagram&, const ColourSource&);

/// Sets `colour` by the view. Needs axes, offset, swizzle and owners.
void add_colours(Diagram&, const ColourSource&);

/// The key is index * bits / divisor_bits, of the swizzled index where a table of it is small enough.
void colour_by_index(Diagram&, std::int64_t bits = 1, std::int64_t divisor_bits = 1);

/// The key is row_key(row) + column_key(column) + offset.
void colour_by_sum(Diagram&, algebra::Layout row_key, algebra::Layout column_key, std::int64_t offset = 0);

/// A key for each index before its swizzle; -1 for no colour. False, and nothing is set, for more than most_table_cells.
bool colour_by_table(Diagram&, const std::function<std::int32_t(std::int64_t index)>& key);

/// The number of the tile, of the context's tiles where it has some, else of the diagram's own.
void colour_by_tile(Diagram&, const ColourSource&);

/// An axis whose keys are step * (position / period), and one whose keys are step * position.
algebra::Layout periodic_key(std::int64_t extent, std::int64_t period, std::int64_t step);
algebra::Layout linear_key(std::int64_t extent, std::int64_t step);

/// The same key for a table, which has no negative ones.
std::int32_t non_negative_key(std::int64_t key);

}  // namespace render
