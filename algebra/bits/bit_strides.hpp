#pragma once
// A matrix over F2 as a layout whose strides are vectors over F2.

#include "algebra/bits/bit_matrix.hpp"

namespace algebra {

/// The layout with this matrix whose shape refines `shape`: an integer of it stays whole where its stride, moved by a bit for each bit of
/// the coordinate, is all its columns. Throws "offset" for a matrix with one, and "power of two" where the columns are not the shape's.
Layout layout_over_bits(const BitMatrix&, const IntTuple& shape);

}  // namespace algebra
