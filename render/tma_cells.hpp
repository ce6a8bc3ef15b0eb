#pragma once
// What a TMA copy does: the boxes of a tile in shared memory, and in the tensor that they come from.

#include <optional>
#include <string_view>

#include "algebra/hardware/instructions.hpp"
#include "render/figure.hpp"

namespace render {

/// Frames what each instruction of each CTA copies, numbered in order, in the tile of a diagram whose owners are `tma_slices`; slices of
/// several CTAs in the ink of the line that says which CTA that is. Says how many boxes there are.
void add_boxes(Diagram&, const algebra::TiledCopy&);

/// Which part of the tensor does a tile's TMA copy take, in which boxes, and where do they land? The tensor with the boxes of its first
/// tile and with what lies beyond its end hatched, in squares of 16 bytes or, where boxes or the end cut those, less, coloured as they are
/// read; and the tile in shared memory, coloured by the 16 bytes that elements land in. Nothing for another value, or a tile without a
/// picture; the tile alone for a tensor that is no matrix.
std::optional<Figure> tma_figure(const algebra::Value&, std::string_view name, const View&);

}  // namespace render
