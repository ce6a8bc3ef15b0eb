#pragma once
// A picture of a matrix over F2: columns are bits of the coordinate, rows bits of the index, cells 0 and 1.

#include "render/diagram.hpp"

namespace render {

/// Draws a matrix. Frames the entries that a swizzle adds to those of its layout; the lines below give the layout, the rank and its
/// consequences. nullopt for a matrix without rows or columns.
std::optional<Diagram> describe_bits(const algebra::BitMatrix&, std::string_view name, const View&);

}  // namespace render
