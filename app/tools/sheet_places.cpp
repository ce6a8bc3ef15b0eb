#include "app/tools/sheet_places.hpp"

#include <algorithm>

#include "algebra/text/characters.hpp"

namespace app {

Places places_in(std::string_view text) {
  Places places;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto line = algebra::take_until(text, '\n');
    if (algebra::trimmed(line).empty()) continue;
    const auto begin = static_cast<std::size_t>(std::find_if_not(line.begin(), line.end(), algebra::is_blank) - line.begin());
    if (line[begin] != '@') places.entries.push_back({number, begin + 1});
    else if (line.substr(begin).starts_with("@launch")) places.launch = {number, begin + 1};
  }
  return places;
}

std::vector<std::size_t> lines_in(std::string_view text) {
  std::vector<std::size_t> lines;
  for (const auto& place : places_in(text).entries) lines.push_back(place.line);
  return lines;
}

}  // namespace app
