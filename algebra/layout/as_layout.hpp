#pragma once
// What an operation would have to return: a function of coordinates as a layout, or as a composed layout, where it is one.

#include <cstdint>
#include <functional>
#include <optional>

#include "algebra/layout/swizzle.hpp"

namespace algebra {

/// An index for a 1-D coordinate.
using IndexFunction = std::function<std::int64_t(std::int64_t)>;

inline constexpr std::int64_t most_tabulated = 1 << 16;  ///< elements that a function is looked at

/// The function that a value of CuTe's is. Nothing for one whose indices are coordinates.
std::optional<IndexFunction> index_function(const FunctionOrLayout&);

/// Whether a function of these coordinates is looked at: sizes of at least 1, and at most most_tabulated elements.
bool is_tabulated(const IntTuple& shape);
/// Whether two functions are the same at all of so many coordinates.
bool agree(const IndexFunction&, const IndexFunction&, std::int64_t elements);
/// The layout that takes the coordinates of a function; null for a function of an index.
const Layout* innermost(const FunctionOrLayout&);

/// The layout with these indices that takes the coordinates of `shape`, coalesced within each of its integers: of all such layouts
/// the only one. Nothing where there is none, which is proved, or for more than most_tabulated elements.
std::optional<Layout> layout_of_function(const IntTuple& shape, const IndexFunction&);

/// A o B as a function: the layout that it is, nothing if it is none. `decided` is false where that was not looked at: too many
/// elements, or indices that are coordinates.
struct ExactComposition {
  bool decided = false;
  std::optional<Layout> layout;
};
ExactComposition exact_composition(const Layout& a, const Tiler& b);

}  // namespace algebra
