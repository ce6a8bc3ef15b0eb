#pragma once
// Converts a matrix over F2 to a layout whose strides are vectors over F2.

#include "algebra/bits/bit_matrix.hpp"

namespace algebra {

/// Returns the layout with this matrix whose shape refines `shape`: an integer of the shape stays whole if all its columns are one stride,
/// shifted by a bit per bit of the coordinate. Throws "offset" for a matrix with one, and "power of two" if the columns are not the
/// shape's.
Layout layout_over_bits(const BitMatrix&, const IntTuple& shape);

}  // namespace algebra
