// The canvas: a card per visible value, in rows from left to right.

#include <algorithm>

#include "app/panels/card.hpp"

namespace app {

void canvas_panel(Ui& ui, const App& app, Actions& actions, ImVec2 at, ImVec2 size) {
  ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + size.x, at.y + size.y}, ui.ink.page);
  ImGui::SetCursorScreenPos(at);
  compat::begin_child("canvas", size);
  const float gap = ui.px(16);
  const ImVec2 origin{at.x, at.y - ImGui::GetScrollY()};
  float x = gap, y = gap, row_height = 0;
  int cards = 0;
  const int count = static_cast<int>(app.sheet().entries.size());
  actions.push_back([](App& a) { a.hover = {}; });
  for (int i = 0; i < count; ++i) {
    if (!app.sheet().entries[static_cast<std::size_t>(i)].visible) continue;
    const auto* picture = app.picture(i);
    if (picture == nullptr) continue;
    ++cards;
    const auto card = lay_out_card(ui, i, *picture, size.x - 2 * gap, std::max(size.y * 0.85f, ui.px(260)));
    if (x > gap && x + card.width > size.x - gap + 1) {
      x = gap;
      y += row_height + gap;
      row_height = 0;
    }
    const ImVec2 card_at{origin.x + x, origin.y + y};
    // What is scrolled out of sight costs nothing.
    if (card_at.y + card.height > at.y && card_at.y < at.y + size.y) draw_card(ui, app, actions, i, *picture, card, card_at);
    x += card.width + gap;
    row_height = std::max(row_height, card.height);
  }
  if (cards == 0)
    draw_text_centred(ImGui::GetWindowDrawList(), ui.fonts.ui, {at.x + size.x / 2, at.y + size.y / 2}, ui.ink.faint,
                      ui.tr("Write a layout in the sheet, such as (8,8):(8,1)."));
  ImGui::SetCursorScreenPos({origin.x, origin.y + y + row_height + gap});
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
}

}  // namespace app
