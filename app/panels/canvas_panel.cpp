// The canvas: a card per visible value, in rows from left to right.

#include <algorithm>
#include <vector>

#include "app/panels/card.hpp"
#include "app/panels/card_links.hpp"
#include "app/panels/teaching.hpp"

namespace app {
namespace {

struct Placed {
  int entry;
  const Picture* picture;
  CardLayout card;
  std::size_t shelf;
  float x;
};

struct Shelf {
  float used = 0, height = 0;
};

/// Each card on the first shelf that has room for it, so that small cards stand beside large ones.
std::vector<Placed> arrange(Ui& ui, const App& app, ImVec2 room, float gap, std::vector<Shelf>& shelves) {
  std::vector<Placed> placed;
  const int count = static_cast<int>(app.sheet().entries.size());
  for (int i = 0; i < count; ++i) {
    if (!app.sheet().entries[static_cast<std::size_t>(i)].visible) continue;
    const auto* picture = app.picture(i);
    if (picture == nullptr) continue;
    auto card = lay_out_card(ui, i, *picture, room.x - 2 * gap, std::max(room.y * 0.85f, ui.px(260)));
    make_room_to_teach(ui, app, i, card, room.x - 2 * gap);
    std::size_t shelf = 0;
    // A much taller card would leave a hole beside those that stand there.
    while (shelf < shelves.size() && (shelves[shelf].used + card.width + gap > room.x + 1 || card.height > 1.4f * shelves[shelf].height)) ++shelf;
    if (shelf == shelves.size()) shelves.push_back({gap, 0});
    placed.push_back({i, picture, card, shelf, shelves[shelf].used});
    shelves[shelf].used += card.width + gap;
    shelves[shelf].height = std::max(shelves[shelf].height, card.height);
  }
  return placed;
}

}  // namespace

void canvas_panel(Ui& ui, const App& app, Actions& actions, ImVec2 at, ImVec2 size) {
  ui.fill(ImGui::GetWindowDrawList(), at, {at.x + size.x, at.y + size.y}, ui.ink.page);
  ImGui::SetCursorScreenPos(at);
  compat::begin_child("canvas", size);
  const float gap = ui.px(12);
  const ImVec2 origin{at.x, at.y - ImGui::GetScrollY()};
  actions.push_back([](App& a) { a.hover = {}; });
  std::vector<Shelf> shelves;
  const auto cards = arrange(ui, app, size, gap, shelves);
  std::vector<float> tops{gap};
  for (const auto& shelf : shelves) tops.push_back(tops.back() + shelf.height + gap);
  for (const auto& p : cards) {
    const ImVec2 card_at{origin.x + p.x, origin.y + tops[p.shelf]};
    // What is scrolled out of sight costs nothing.
    if (card_at.y + p.card.height > at.y && card_at.y < at.y + size.y) draw_card(ui, app, actions, p.entry, *p.picture, p.card, card_at);
  }
  draw_links(ui, app);
  if (cards.empty())
    draw_text_centred(ImGui::GetWindowDrawList(), ui.fonts.ui, {at.x + size.x / 2, at.y + size.y / 2}, ui.ink.faint,
                      ui.tr("Write a layout in the sheet, such as (8,8):(8,1)."));
  ImGui::SetCursorScreenPos({origin.x, origin.y + tops.back()});
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
}

}  // namespace app
