#pragma once
// A matrix over F2 as a picture: columns are bits of the coordinate, rows bits of the index, cells 0 and 1.

#include "render/diagram.hpp"

namespace render {

/// Entries that a swizzle adds to those of its layout are framed; the lines beneath say the layout, the rank and what follows from it.
/// nullopt for a matrix without rows or columns.
std::optional<Diagram> describe_bits(const algebra::BitMatrix&, std::string_view name, const View&);

}  // namespace render
