#pragma once
// Where a sheet's entries stand in its file.

#include <cstddef>
#include <string_view>
#include <vector>

namespace app {

/// Where a line of the sheet stands in its file; both count from 1.
struct SourcePlace {
  std::size_t line = 1, column = 1;
};

struct Places {
  std::vector<SourcePlace> entries;
  SourcePlace launch;
};

/// The places of the entries, in their order, as parse_sheet takes them.
Places places_in(std::string_view text);
/// Their lines.
std::vector<std::size_t> lines_in(std::string_view text);

}  // namespace app
