#pragma once
// A grid pulled to another shape: the text of its entry follows.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "algebra/evaluate.hpp"

namespace algebra::editing {

/// Sizes of modes 0 and 1; of a single mode `second` is 1.
struct GridShape {
  std::int64_t first = 1, second = 1;
  int rank = 2;
  friend bool operator==(const GridShape&, const GridShape&) = default;
};

/// The sizes of an entry that is written out, such as `A = (4,8):(8,1)`, `make_layout((4,2))` or `8:2`; nothing for what is
/// made from other entries, for an operation and for what has no shape.
std::optional<GridShape> shape_of_entry(std::string_view line, IntegerRule);

/// The line with other sizes of modes 0 and 1, all else as it was written: of a mode of several integers the last one
/// changes, so that the size is as near to the wanted one as it gets. Strides that were compact, column-major or
/// row-major, are so again; others stay. Nothing where shape_of_entry has nothing, or sizes go beyond 63 bits.
std::optional<std::string> reshaped(std::string_view line, GridShape wanted, IntegerRule);

}  // namespace algebra::editing
