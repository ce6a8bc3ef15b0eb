#pragma once
// Finds the lines of a sheet's entries in its file.

#include <cstddef>
#include <string_view>
#include <vector>

namespace app {

/// A line and a column of a sheet's file, from 1.
struct SourcePlace {
  std::size_t line = 1, column = 1;
};

struct Places {
  std::vector<SourcePlace> entries;
  SourcePlace launch;
};

/// Finds the places of the entries, in the order in which parse_sheet reads them.
Places places_in(std::string_view text);
/// Finds the lines of the entries.
std::vector<std::size_t> lines_in(std::string_view text);

}  // namespace app
