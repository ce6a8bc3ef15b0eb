#pragma once
// The roles of the integers in an expression.

#include <cstdint>

namespace algebra::editing {

/// As far as it can be told from the text.
enum class NumberRole : std::uint8_t { shape, stride, tile, coordinate, order, index, swizzle, offset, value };

}  // namespace algebra::editing
