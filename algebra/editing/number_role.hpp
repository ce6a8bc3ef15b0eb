#pragma once
// What the integers of an expression are for.

#include <cstdint>

namespace algebra::editing {

/// As far as the text says.
enum class NumberRole : std::uint8_t { shape, stride, tile, coordinate, order, index, swizzle, offset, value };

}  // namespace algebra::editing
