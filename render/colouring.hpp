#pragma once
// Which colour a cell gets: the keys of a diagram, from its own layout or from a table of the tiles or owners of indices.

#include <cstdint>

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

}  // namespace render
