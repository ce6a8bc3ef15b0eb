#pragma once
// Finds what a table says of a name.

#include <iterator>
#include <string_view>

namespace algebra {

/// Finds the first row whose `name` is this one, or one of whose `names` is, an array that is filled up with ""; null where none is.
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
