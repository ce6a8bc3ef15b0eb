#include "app/panels/canvas/canvas_panel.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <utility>
#include <vector>

#include "app/actions/arrange.hpp"
#include "app/actions/cards.hpp"
#include "app/actions/looking.hpp"
#include "app/panels/canvas/canvas_sight.hpp"
#include "app/panels/canvas/canvas_state.hpp"
#include "app/panels/canvas/card.hpp"
#include "app/panels/canvas/card_links.hpp"
#include "app/panels/teaching/teaching.hpp"

namespace app {
namespace {

constexpr float gap_points = 12, least_width = 170, least_height = 96;

/// A card's place and size from its settings, in pixels; nullopt if it has none.
struct Seen {
  std::optional<Point> at;
  std::optional<ImVec2> size;
};

Seen settings_in_pixels(const Ui& ui, const CardSettings& s) {
  Seen seen;
  if (s.at) seen.at = Point{ui.px(static_cast<float>(s.at->x)), ui.px(static_cast<float>(s.at->y))};
  if (s.size)
    seen.size = ImVec2{ui.px(static_cast<float>(std::max(s.size->width, static_cast<int>(least_width)))),
                       ui.px(static_cast<float>(std::max(s.size->height, static_cast<int>(least_height))))};
  return seen;
}

/// Returns the height in pixels of questions and walks of lessons below the cards, which can change without a change of the sheet.
float taught_height(Ui& ui, const Workspace& workspace, const ViewState& view) {
  float height = 0;
  if (canvas_of(ui).basis.pictures != workspace.pictures_version()) return height;
  for (const auto& p : canvas_of(ui).arranged)
    height += prediction_height(ui, workspace, view, p.ref.entry, p.layout.width - ui.px(24)) +
              traversal_height(ui, workspace, view, p.ref.entry);
  return height;
}

/// Returns the layout of a card among the others, with its cells at this scale.
CardLayout layout_of(Ui& ui, const Workspace& workspace, const ViewState& view, CardRef ref, const CardNeeds& needs, const Seen& seen,
                     ImVec2 room, float scale) {
  CardLayout bars{.width = room.x};
  make_room_to_teach(ui, workspace, view, ref.entry, bars, room.x);
  auto layout = seen.size ? lay_out_card(needs, {.size = *seen.size, .filled = true})
                          : lay_out_card(needs, {.size = {room.x, room.y - bars.height}, .scale = scale});
  make_room_to_teach(ui, workspace, view, ref.entry, layout, room.x);
  return layout;
}

/// Arranges all cards in their usual size, if anything has changed that the arrangement depends on.
void arrange_all(Ui& ui, const Workspace& workspace, const ViewState& view, ImVec2 room) {
  auto& canvas = canvas_of(ui);
  const CanvasState::Basis basis{workspace.pictures_version(),
                                 ui.scale,
                                 room.x,
                                 room.y,
                                 taught_height(ui, workspace, view),
                                 canvas_zoom(workspace, view).whole,
                                 view.texts.language(),
                                 &workspace,
                                 ui.fonts.mono_small.font};
  if (basis == canvas.basis) return;
  canvas.basis = basis;
  canvas.arranged.clear();
  canvas.sight.zoom = 0;  // draws everything anew
  const float gap = ui.px(gap_points);
  const auto inner = [&](ImVec2 all) { return ImVec2{all.x - 2 * gap, std::max(all.y - 2 * gap, ui.px(260))}; };
  std::vector<Placing> placings;
  std::deque<CardNeeds> needs;  // a deque, because the placings refer to its elements
  const auto& entries = workspace.sheet().entries;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!entries[i].visible) continue;
    for (int n = 0; n < entries[i].cards(); ++n) {
      const CardRef ref{static_cast<int>(i), n};
      const auto* picture = workspace.picture(ref.entry, n);
      if (picture == nullptr) continue;
      const auto seen = settings_in_pixels(ui, entries[i].card(n));
      const auto size = [&, ref, seen, &of = needs.emplace_back(needs_of(ui, *picture))](float scale) {
        const auto layout = layout_of(ui, workspace, view, ref, of, seen, inner(room), scale);
        return Extent{layout.width, layout.height};
      };
      placings.push_back({size, seen.at});
      canvas.arranged.push_back({ref, id_of(workspace, ref), {}, {}});
    }
  }
  Arrangement arranged;
  if (basis.whole) {
    arranged = arrange_whole(placings, {room.x, room.y}, gap, least_canvas_zoom, canvas.sight.whole_zoom);
  } else {
    arranged = arrange(placings, {room.x, room.y}, gap);
    if (arranged.height > room.y + 1) {  // leave room for the scroll bar
      room.x -= ImGui::GetStyle().ScrollbarSize;
      arranged = arrange(placings, {room.x, room.y}, gap);
    }
  }
  canvas.width = arranged.width;
  canvas.height = arranged.height;
  // The last page keeps its full height, so that it comes into sight as it was arranged.
  if (!basis.whole && canvas.height > room.y) canvas.height = std::ceil((canvas.height - 1) / room.y) * room.y;
  for (std::size_t i = 0; i < placings.size(); ++i) {
    auto& p = canvas.arranged[i];
    p.at = {arranged.spots[i].x, arranged.spots[i].y};
    const auto seen = settings_in_pixels(ui, entries[static_cast<std::size_t>(p.ref.entry)].card(p.ref.card));
    p.layout = layout_of(ui, workspace, view, p.ref, needs[i], seen, inner(room), arranged.scales[i]);
  }
}

/// Places the cards at the canvas's zoom.
void place_cards(Ui& ui, const Workspace& workspace) {
  auto& canvas = canvas_of(ui);
  const float zoom = canvas.sight.zoom;
  canvas.placed = canvas.arranged;
  if (zoom == 1) return;
  for (auto& p : canvas.placed) {
    const ImVec2 size{p.layout.width * zoom, p.layout.height * zoom};
    const auto usual = p.layout;
    const auto* picture = workspace.picture(p.ref.entry, p.ref.card);
    p.at = {p.at.x * zoom, p.at.y * zoom};
    const bool filled = workspace.sheet().entries[static_cast<std::size_t>(p.ref.entry)].card(p.ref.card).size.has_value();
    p.layout = lay_out_card(ui, *picture,
                            {.size = size,
                             .filled = filled,
                             .cell = usual.default_cell * zoom,
                             .words = usual.beside ? WordsStand::beside : WordsStand::beneath});
    p.layout.width = size.x;
    p.layout.height = size.y;
  }
}

/// Moves the dragged card with the pointer, and releases it when the button is up.
void follow_drag(Ui& ui, const Workspace& workspace, Requests& requests, ImVec2 origin, PlacedCard& p) {
  auto& drag = canvas_of(ui).drag;
  const auto& io = ImGui::GetIO();
  const ImVec2 by{io.MousePos.x - drag.grabbed.x, io.MousePos.y - drag.grabbed.y};
  const bool moves = drag.what == CardDrag::What::move;
  if (moves) {
    p.at = canvas_of(ui).moved_to({drag.at.x - origin.x + by.x, drag.at.y - origin.y + by.y}, ui.px(gap_points), ui.px(6));
  } else if (const auto* picture = workspace.picture(p.ref.entry, p.ref.card)) {
    p.layout =
        lay_out_card(ui, *picture, {.size = canvas_of(ui).dragged_size(by, {ui.px(least_width), ui.px(least_height)}), .filled = true});
  }
  if (ImGui::IsMouseDown(0)) return;
  drag = {};
  const auto points = [&](float pixels) { return static_cast<int>(std::lround(pixels / ui.scale)); };
  const CardSettings::Point at{points(p.at.x), points(p.at.y)};
  const CardSettings::Extent size{points(p.layout.width), points(p.layout.height)};
  if (moves) requests.add<move_card>(p.ref, at, size);
  else requests.add<resize_card>(p.ref, at, size);
}

/// Returns whether to scroll to the selected card: on request, and if an entry was selected elsewhere than in its card.
bool wants_card(CanvasState& canvas, const Workspace& workspace, const ViewState& view) {
  const bool other_sheet = std::exchange(canvas.selected_in, workspace.document().id) != workspace.document().id;
  const bool other = std::exchange(canvas.selected, view.selected) != view.selected;
  const bool clicked_here = ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows | ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) &&
                            (ImGui::IsMouseDown(0) || ImGui::IsMouseReleased(0));
  if (other_sheet || other) canvas.awaits_card = !other_sheet && !clicked_here;
  return std::exchange(canvas.revealed, view.cards.reveal) != view.cards.reveal || canvas.awaits_card;
}

/// Scrolls to the selected card or, if it is on a page, to the whole page.
void scroll_to_card(Ui& ui, const Workspace& workspace, const ViewState& view, ImVec2& scroll) {
  auto& canvas = canvas_of(ui);
  if (!wants_card(canvas, workspace, view)) return;
  const auto* card = canvas.card(id_of(workspace, selected_card(workspace, view)));
  if (card == nullptr) return;
  canvas.awaits_card = false;
  scroll = canvas.scroll_to_card(*card, scroll, ui.px(gap_points));
  ImGui::SetScrollX(scroll.x);
  ImGui::SetScrollY(scroll.y);
}

/// Scrolls a card's lower edge into sight after a bar has appeared there.
void show_foot(Ui& ui, ImVec2& scroll) {
  const auto* found = canvas_of(ui).card(std::exchange(canvas_of(ui).show_foot, 0));
  if (found == nullptr) return;
  const float foot = found->at.y + found->layout.height + ui.px(gap_points);
  if (foot > scroll.y + canvas_of(ui).sight.size.y) ImGui::SetScrollY(scroll.y = foot - canvas_of(ui).sight.size.y);
}

bool draw_full(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, ImVec2 at, ImVec2 size) {
  if (view.cards.full == 0) return false;
  const auto card = card_with(workspace, view.cards.full);
  const auto* picture = card ? workspace.picture(card.entry, card.card) : nullptr;
  const bool leaves = view.dialog == Dialog::none && !ImGui::IsAnyItemActive() && !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup) &&
                      compat::key_pressed(ImGuiKey_Escape);
  if (picture == nullptr || leaves) requests.add<leave_full_card>();
  if (picture == nullptr) return false;
  const float gap = ui.px(gap_points);
  const ImVec2 room{size.x - 2 * gap, size.y - 2 * gap};
  CardLayout bars{.width = room.x};
  make_room_to_teach(ui, workspace, view, card.entry, bars, room.x);
  auto layout = lay_out_card(ui, *picture, {.size = {room.x, room.y - bars.height}, .filled = true});
  make_room_to_teach(ui, workspace, view, card.entry, layout, room.x);
  draw_card(ui, workspace, view, requests, card, *picture, layout, {at.x + gap, at.y + gap});
  return true;
}

void draw_all(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, ImVec2 at, ImVec2 size) {
  auto& sight = canvas_of(ui).sight;
  sight.size = size;
  arrange_all(ui, workspace, view, size);
  const float before = sight.zoom;
  const bool zoomed = follow_zoom(ui, workspace, view) && before > 0;
  auto scroll = look_around(ui, workspace, view, requests, at, zoomed);
  const Zoomed zoom(ui);
  if (sight.zoom != before || canvas_of(ui).placed_scale != ui.font_scale + ui.canvas_scale) place_cards(ui, workspace);
  canvas_of(ui).placed_scale = ui.font_scale + ui.canvas_scale;
  scroll_to_card(ui, workspace, view, scroll);
  if (canvas_of(ui).show_foot != 0) show_foot(ui, scroll);
  sight.scroll = scroll;
  const ImVec2 origin{at.x + sight.offset.x - scroll.x, at.y + sight.offset.y - scroll.y};
  const auto dragged = canvas_of(ui).drag.card;
  for (auto& p : canvas_of(ui).drawing_order(view.cards.front)) {
    if (canvas_of(ui).drag.what != CardDrag::What::none && p.id == dragged) follow_drag(ui, workspace, requests, origin, p);
    const ImVec2 card_at{origin.x + p.at.x, origin.y + p.at.y};
    // Cards out of sight are not drawn.
    if (card_at.y + p.layout.height < at.y || card_at.y > at.y + size.y || card_at.x + p.layout.width < at.x || card_at.x > at.x + size.x)
      continue;
    if (const auto* picture = workspace.picture(p.ref.entry, p.ref.card))
      draw_card(ui, workspace, view, requests, p.ref, *picture, p.layout, card_at);
  }
  // Ends a drag that was released out of sight, or whose card is gone.
  if (!ImGui::IsMouseDown(0)) {
    if (canvas_of(ui).pull.card != 0) requests.add<&Workspace::seal_edit>();
    canvas_of(ui).drag = {};
    canvas_of(ui).pull = {};
  }
  if (canvas_of(ui).placed.empty())
    flow_text(ImGui::GetWindowDrawList(), ui, {at.x + ui.px(2 * gap_points), at.y + ui.px(2 * gap_points)}, size.x - ui.px(4 * gap_points),
              ui.ink.faint, ui.ink.chip, ui.tr("Write a layout in the sheet, such as (8,8):(8,1)."));
  // Cards that are placed automatically do not widen the canvas beyond the view.
  float width = 0;
  for (const auto& p : canvas_of(ui).placed)
    if (sight.zoom != 1 || workspace.sheet().entries[static_cast<std::size_t>(p.ref.entry)].card(p.ref.card).at)
      width = std::max(width, p.at.x + p.layout.width + ui.px(gap_points));
  const float height = canvas_of(ui).height * sight.zoom;
  ImGui::SetCursorScreenPos(
      {at.x - ImGui::GetScrollX() + std::max(0.0f, width - 1), at.y - ImGui::GetScrollY() + std::max(0.0f, height - 1)});
  ImGui::Dummy({1, 1});
}

}  // namespace

void canvas_panel(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, ImVec2 at, ImVec2 size) {
  ui.fill(ImGui::GetWindowDrawList(), at, {at.x + size.x, at.y + size.y}, ui.ink.page);
  requests.add<hover_element>(Element{});
  const float bar = comparison_bar(ui, workspace, view, requests, at, size.x);
  at.y += bar;
  size.y -= bar;
  ImGui::SetCursorScreenPos(at);
  compat::begin_child("canvas", size, ImGuiWindowFlags_HorizontalScrollbar);
  const bool full = draw_full(ui, workspace, view, requests, at, size);
  if (!full) draw_all(ui, workspace, view, requests, at, size);
  // A child window above the cards, which are windows themselves; it ignores the mouse.
  if (!canvas_of(ui).link_points.empty()) {
    ImGui::SetCursorScreenPos(at);
    compat::begin_child("links", size, ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar);
    draw_links(ui, view);
    ImGui::EndChild();
  }
  canvas_of(ui).jumped = view.cards.comparison.jump;
  if (!full) minimap(ui, workspace, view, at);
  ImGui::EndChild();
}

}  // namespace app
