#pragma once
// The roles of the integers in an expression.

#include <cstdint>

namespace algebra::editing {

/// The role of an integer, as far as the text shows it.
enum class NumberRole : std::uint8_t { shape, stride, tile, coordinate, order, index, swizzle, offset, value };

}  // namespace algebra::editing
