#pragma once
// Positions of letters and handles of entries in the sheet's panel.

#include <doctest/doctest.h>

#include <string>

#include "gui.hpp"

namespace entries {

using gui::Gui;

inline constexpr int escape = 256, enter = 257, tab = 258, space = 32, right = 262, left = 263, down = 264, up = 265, home = 268, end = 269,
                     f1 = 290;

inline app::Sheet sheet_of(const std::string& text) {
  const auto sheet = app::parse_sheet(text);
  REQUIRE(sheet);
  return *sheet;
}

inline const std::string& text(const Gui& g, int entry) { return g.state.workspace.sheet().entries[static_cast<std::size_t>(entry)].text; }

/// Returns the centre of the nth letter of an entry's text in the sheet.
inline ImVec2 letter(const Gui& g, int entry, std::size_t nth) {
  const auto& shown = text(g, entry);
  for (int i = 0;; ++i) {
    const auto* d = g.find_containing(shown, i);
    INFO(g.everything());
    REQUIRE(d != nullptr);
    if (d->from.x > 420 * g.ui.scale) continue;
    const auto at = d->text.find(shown) + nth;
    const float advance = (d->to.x - d->from.x) / static_cast<float>(d->text.size());
    return {d->from.x + advance * (static_cast<float>(at) + 0.5f), d->centre().y};
  }
}

/// Returns the line number in the margin, by which the entry is dragged.
inline ImVec2 handle(const Gui& g, int entry) {
  const auto at = letter(g, entry, 0);
  return {14 * g.ui.scale, at.y};
}

inline void drag_to(Gui& g, ImVec2 from, float by, int steps = 6) {
  g.move(from);
  g.press();
  for (int i = 1; i <= steps; ++i) {
    compat::mouse_position(ImGui::GetIO(), from.x + by * static_cast<float>(i) / static_cast<float>(steps), from.y);
    g.frame();
  }
}

}  // namespace entries
