#pragma once
// From a matrix over F2 back to a layout, swizzled or not, or to the nearest.

#include <optional>
#include <variant>

#include "algebra/bits/bit_matrix.hpp"

namespace algebra {

/// A layout, or Swizzle o offset o layout, and how many entries of its matrix are others than in the given one.
struct BitLayout {
  std::variant<Layout, ComposedLayout> value;
  BitMatrix matrix;
  int changed = 0;  ///< 0: it is the matrix's own
};
/// The layout of a matrix, with its modes; where there is none, the one whose matrix has the fewest other entries, out of all layouts with
/// all swizzles. The offset is not changed. Of several the swizzle `like`, then the one with the fewest bits.
BitLayout nearest_layout(const BitMatrix&, const std::optional<Swizzle>& like = {});
/// The same. Throws "layout" with the nearest if no layout has the matrix without that the offset carries.
std::variant<Layout, ComposedLayout> layout_of_bits(const BitMatrix&, const std::optional<Swizzle>& like = {});

}  // namespace algebra
