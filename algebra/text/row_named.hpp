#pragma once
// Finds a row of a table by name.

#include <iterator>
#include <string_view>

namespace algebra {

/// Finds the first row whose `name`, or one of whose `names` (an array filled up with ""), is this one; null if there is none.
template <class Rows>
constexpr auto row_named(const Rows& rows, std::string_view name) -> decltype(std::data(rows)) {
  for (const auto& row : rows) {
    if constexpr (requires { row.names; }) {
      for (const std::string_view one : row.names) {
        if (one.empty()) break;
        if (one == name) return &row;
      }
    } else if (row.name == name) {
      return &row;
    }
  }
  return nullptr;
}

}  // namespace algebra
