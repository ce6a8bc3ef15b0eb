#pragma once
// The command palette: everything that can be done or gone to, ranked by what was typed.

#include <string>
#include <string_view>
#include <vector>

#include "app/actions/requests.hpp"

namespace app {

struct PaletteItem {
  std::string title;                 ///< in the interface's language
  std::string detail;                ///< a shortcut, a folder
  std::vector<std::size_t> letters;  ///< of the title, that matched
  int rank = 0;
  Request wanted;
};

/// Commands that can be run now (found in both languages), open sheets, entries and recent files: the best first. With
/// nothing typed: the commands that were run last, then all of them.
std::vector<PaletteItem> palette_items(const State&, std::string_view typed);

}  // namespace app
