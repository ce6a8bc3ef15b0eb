#pragma once
// The command palette: commands, sheets, entries and files, ranked against the typed text.

#include <string>
#include <string_view>
#include <vector>

#include "app/actions/requests.hpp"

namespace app {

struct PaletteItem {
  std::string title;                 ///< in the interface's language
  std::string detail;                ///< a shortcut or a folder
  std::vector<std::size_t> letters;  ///< bytes of the title that matched
  int rank = 0;
  Request wanted;
};

/// Returns enabled commands (matched by their English and translated titles), open sheets, entries and recent files, best match first. With
/// nothing typed: the recent commands, then all commands.
std::vector<PaletteItem> palette_items(const State&, std::string_view typed);

}  // namespace app
