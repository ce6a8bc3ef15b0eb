#pragma once
// Pictures of a TMA copy: the boxes of a tile in shared memory, and in the tensor that they come from.

#include <optional>
#include <string_view>

#include "algebra/hardware/instructions.hpp"
#include "render/figure.hpp"

namespace render {

/// Frames the slice that each instruction of each CTA copies, numbered in order, in the tile of a diagram whose owners are `tma_slices`;
/// with several CTAs, in the ink of the line that names the CTA. Notes the number of boxes.
void add_boxes(Diagram&, const algebra::TiledCopy&);

/// Shows the part of the tensor that a tile's TMA copy takes, its boxes, and where they land: the tensor with the boxes of its first tile
/// and with the cells beyond its end hatched, in squares of 16 bytes or, if boxes or the end cut those, smaller ones, coloured as they are
/// read; and the tile in shared memory, coloured by the 16 bytes that elements land in. nullopt for another value, or a tile without a
/// picture; only the tile for a tensor that is not a matrix.
std::optional<Figure> tma_figure(const algebra::Value&, std::string_view name, const View&);

}  // namespace render
