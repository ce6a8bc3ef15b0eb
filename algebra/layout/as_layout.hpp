#pragma once
// Tabulates a function of coordinates and finds the layout or composed layout that it equals, if there is one.

#include <cstdint>
#include <functional>
#include <optional>

#include "algebra/layout/swizzle.hpp"

namespace algebra {

/// An index for a 1-D coordinate.
using IndexFunction = std::function<std::int64_t(std::int64_t)>;

inline constexpr std::int64_t most_tabulated = 1 << 16;  ///< most elements at which a function is evaluated

/// Returns the value as a function of an index; nullopt if its indices are coordinates.
std::optional<IndexFunction> index_function(const FunctionOrLayout&);

/// Returns whether a function of these coordinates is small enough to tabulate: all sizes at least 1, at most most_tabulated elements.
bool is_tabulated(const IntTuple& shape);
/// Returns whether two functions agree at the coordinates 0, ..., elements - 1.
bool agree(const IndexFunction&, const IndexFunction&, std::int64_t elements);
/// Returns the layout that takes the coordinates of a function; null for a function of an index.
const Layout* innermost(const FunctionOrLayout&);

/// Returns the layout with these indices that takes the coordinates of `shape`, coalesced within each of its integers; it is unique.
/// nullopt if no layout has these indices, or if `shape` has more than most_tabulated elements.
std::optional<Layout> layout_of_function(const IntTuple& shape, const IndexFunction&);

/// A o B as a function, and the layout that equals it, if one does. `decided` is false if that was not checked: too many elements, or
/// indices that are coordinates.
struct ExactComposition {
  bool decided = false;
  std::optional<Layout> layout;
};
ExactComposition exact_composition(const Layout& a, const Tiler& b);

}  // namespace algebra
