#pragma once
// Finds the simplest layout that equals the composition of two functions, with a swizzle if necessary.

#include <optional>

#include "algebra/layout/as_layout.hpp"

namespace algebra {

/// Returns the simplest form of f o g that CuTe can compose, with every integer static: a layout, a swizzled layout, or the functions side
/// by side. A g without a shape takes f's coordinates. Each candidate is compared at every coordinate. nullopt if neither has a shape, or
/// beyond most_tabulated elements.
std::optional<FunctionOrLayout> exact_value(const FunctionOrLayout& f, const FunctionOrLayout& g);

}  // namespace algebra
