#pragma once
// Colour keys of a diagram, from its own layout or from a table of the tiles or owners of indices. Colourings are built
// from these functions.

#include <cstdint>
#include <functional>
#include <vector>

#include "render/diagram.hpp"

namespace render {

/// Maximum number of cells in a table of keys; larger diagrams need separable keys.
inline constexpr std::int64_t most_table_cells = std::int64_t{1} << 20;

/// Returns a layout's indices in the order of its 1-D coordinates.
std::vector<std::int64_t> all_indices(const algebra::Layout&);

/// The input of a colouring, besides the diagram.
struct ColourSource {
  algebra::Layout layout;   ///< of the shown value, without its offset
  std::int64_t origin = 0;  ///< offset of the tensor, without the slice's offset
  const Context& context;
};

/// Adds borders between slabs, thicker than any tile's. Needs the borders within a slab.
void add_slab_borders(Axis&);

/// Sets `owners` if the context has them, and borders around one pass of the threads. Needs both axes.
void add_owners(Diagram&, const ColourSource&);

/// Adds borders between the context's tiles if they are not the diagram's own layout.
void add_tile_borders(Diagram&, const ColourSource&);

/// Sets `colour` according to the view. Needs axes, offset, outer function and owners.
void add_colours(Diagram&, const ColourSource&);

/// Sets the key to index * bits / divisor_bits. Uses the index after the outer function if the diagram is small enough for a table.
void colour_by_index(Diagram&, std::int64_t bits = 1, std::int64_t divisor_bits = 1);

/// Returns the number of elements that the swizzle of the diagram's indices moves as a whole, 2^M; 1 if there is no swizzle, or if all
/// indices are in one piece.
std::int64_t swizzled_piece(const Diagram&);

/// Sets the key to row_key(row) + column_key(column) + offset.
void colour_by_sum(Diagram&, algebra::Layout row_key, algebra::Layout column_key, std::int64_t offset = 0);

/// Sets each cell's key from its index before the outer function; -1: no colour. Returns false and sets nothing beyond
/// most_table_cells.
bool colour_by_table(Diagram&, const std::function<std::int32_t(std::int64_t index)>& key);

/// Sets the key to the number of the tile: of the context's tiles if there are any, else of the diagram's own.
void colour_by_tile(Diagram&, const ColourSource&);

/// Return keys along an axis: step * (position / period), and step * position.
algebra::Layout periodic_key(std::int64_t extent, std::int64_t period, std::int64_t step);
algebra::Layout linear_key(std::int64_t extent, std::int64_t step);

/// Returns the key modulo 2^30, never negative, as tables need it.
std::int32_t non_negative_key(std::int64_t key);

}  // namespace render
