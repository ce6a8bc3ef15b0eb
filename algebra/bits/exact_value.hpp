#pragma once
// The simplest layout that two functions make one after the other, with a swizzle if it needs one.

#include <optional>

#include "algebra/layout/as_layout.hpp"

namespace algebra {

/// The simplest of what CuTe composes that is f o g, with every integer static: a layout, a swizzled layout, or the functions side by
/// side. Without a shape g takes f's coordinates. Each was compared at every coordinate. Nothing where neither has a shape, or beyond
/// most_tabulated elements.
std::optional<FunctionOrLayout> exact_value(const FunctionOrLayout& f, const FunctionOrLayout& g);

}  // namespace algebra
