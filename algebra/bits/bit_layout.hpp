#pragma once
// Converts a matrix over F2 back to a layout, swizzled or not, or to the nearest one.

#include <optional>
#include <variant>

#include "algebra/bits/bit_matrix.hpp"

namespace algebra {

/// A layout, or Swizzle o offset o layout, and the number of entries in which its matrix differs from the given one.
struct BitLayout {
  std::variant<Layout, ComposedLayout> value;
  BitMatrix matrix;
  int changed = 0;  ///< 0: the matrix is exact
};
/// Returns the layout of a matrix, with its modes; if there is none, the layout, over all layouts and swizzles, whose matrix differs in the
/// fewest entries. Keeps the offset. Among equals, prefers the swizzle `like`, then the one with the fewest bits.
BitLayout nearest_layout(const BitMatrix&, const std::optional<Swizzle>& like = {});
/// Returns the layout with exactly this matrix. Throws "layout" with the nearest one if there is none in which the offset does not carry.
std::variant<Layout, ComposedLayout> layout_of_bits(const BitMatrix&, const std::optional<Swizzle>& like = {});

}  // namespace algebra
