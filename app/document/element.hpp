#pragma once
// A reference to one element of an entry's value.

#include <cstdint>

namespace app {

/// An element, by its 1-D coordinate; entry -1: none.
struct Element {
  int entry = -1;
  std::int64_t coordinate = -1;
  explicit operator bool() const { return entry >= 0; }
  friend bool operator==(const Element&, const Element&) = default;
};

}  // namespace app
