// The hooks by which teaching extends every card.

#include "app/panels/teaching/teaching.hpp"

#include <algorithm>

#include "app/actions/predicting.hpp"
#include "app/actions/traversal.hpp"
#include "app/panels/canvas/canvas_state.hpp"

namespace app {

void make_room_to_teach(Ui& ui, const Workspace& workspace, const ViewState& view, int entry, CardLayout& card, float max_width) {
  const bool predicts = prediction_of(workspace, view, entry) != nullptr, walked = is_traversed(workspace, view, entry);
  if (!predicts && !walked) return;
  card.width = std::min(max_width, std::max(card.width, ui.px(walked ? 380 : 300)));
  card.height += prediction_height(ui, workspace, view, entry, card.width - ui.px(24)) + traversal_height(ui, workspace, view, entry);
}

GridStyle shown_style(Ui& ui, const Workspace& workspace, const ViewState& view, const CardGrid& g, GridStyle look) {
  if (hides_values(workspace, view, g.entry)) look = hidden_style(ui, workspace, view, g, std::move(look));
  if (is_traversed(workspace, view, g.entry)) {
    look.paint = [&ui, &workspace, &view, &g, before = std::move(look.paint)] {
      if (before) before();
      draw_path(ui, workspace, view, g);
    };
    look.plate = [&ui, &workspace, &view, &g](std::int64_t r, std::int64_t c) { return shown_cell_ink(ui, workspace, view, g, r, c); };
  }
  return look;
}

namespace {

/// Scrolls to a bar that has just appeared.
void show_new_bar(Ui& ui, const ViewState& view, int entry, std::int64_t card, float height) {
  auto& before = teaching(ui).bars[entry];
  const bool grown = height > before;
  before = height;
  if (grown && !view.presenting.on) canvas_of(ui).show_foot = card;
}

}  // namespace

void teach(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, const CardGrid& g, CellAt under, ImVec2 card_at,
           const CardLayout& card) {
  const bool walked = is_traversed(workspace, view, g.entry), predicts = prediction_of(workspace, view, g.entry) != nullptr;
  if (!walked && !predicts) {
    teaching(ui).bars.erase(g.entry);
    return;
  }
  if (hides_values(workspace, view, g.entry)) point_at_hidden(ui, workspace, view, requests, g, under);
  const float width = card.width - ui.px(24), x = card_at.x + ui.px(12);
  float y = card_at.y + card.height;
  if (walked) {
    draw_walker(ui, workspace, view, requests, g);
    y -= traversal_height(ui, workspace, view, g.entry);
    help_term(ui, "card", "walk", {x, y}, {x + width, y + traversal_height(ui, workspace, view, g.entry)});
    traversal_bar(ui, workspace, view, requests, g, {x, y}, width);
  }
  if (predicts) {
    y -= prediction_height(ui, workspace, view, g.entry, width);
    help_term(ui, "card", "prediction", {x, y}, {x + width, y + prediction_height(ui, workspace, view, g.entry, width)});
    prediction_bar(ui, workspace, view, requests, g.entry, {x, y}, width);
  }
  show_new_bar(ui, view, g.entry, g.id, card_at.y + card.height - y);
}

}  // namespace app
