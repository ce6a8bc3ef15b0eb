#pragma once
// What can be pointed at.

#include <cstdint>

namespace app {

/// An element of an entry's value, by its 1-D coordinate.
struct Element {
  int entry = -1;
  std::int64_t coordinate = -1;
  explicit operator bool() const { return entry >= 0; }
  friend bool operator==(const Element&, const Element&) = default;
};

}  // namespace app
