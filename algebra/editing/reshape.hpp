#pragma once
// Rewrites an entry's text after its grid is resized.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "algebra/language/evaluate.hpp"

namespace algebra::editing {

/// The sizes of modes 0 and 1; `second` is 1 for a single mode.
struct GridShape {
  std::int64_t first = 1, second = 1;
  int rank = 2;
  friend bool operator==(const GridShape&, const GridShape&) = default;
};

/// Returns the sizes of an entry given literally, such as `A = (4,8):(8,1)`, `make_layout((4,2))` or `8:2`; nullopt if it depends on other
/// entries, is an operation or has no shape.
std::optional<GridShape> shape_of_entry(std::string_view line, IntegerRule);

/// Returns the line with new sizes of modes 0 and 1. In a mode of several integers only the last one changes, to get as close as possible
/// to the wanted size. Compact strides, column-major or row-major, stay compact; other strides do not change. nullopt if shape_of_entry
/// returns nullopt or a size exceeds 63 bits.
std::optional<std::string> reshaped(std::string_view line, GridShape wanted, IntegerRule);

}  // namespace algebra::editing
