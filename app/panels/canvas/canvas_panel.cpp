#include "app/panels/canvas/canvas_panel.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/actions/arrange.hpp"
#include "app/actions/cards.hpp"
#include "app/actions/looking.hpp"
#include "app/panels/canvas/canvas_state.hpp"
#include "app/panels/canvas/card.hpp"
#include "app/panels/canvas/card_links.hpp"
#include "app/panels/teaching/teaching.hpp"

namespace app {
namespace {

constexpr float gap_points = 12, least_width = 170, least_height = 96;

/// A card's settings as they are while it is dragged; what it was before where it is not.
struct Seen {
  std::optional<Spot> at;
  std::optional<ImVec2> size;
};

Seen settings_in_pixels(const Ui& ui, const CardSettings& s) {
  Seen seen;
  if (s.at) seen.at = Spot{ui.px(static_cast<float>(s.at->x)), ui.px(static_cast<float>(s.at->y))};
  if (s.size)
    seen.size = ImVec2{ui.px(static_cast<float>(std::max(s.size->width, static_cast<int>(least_width)))),
                       ui.px(static_cast<float>(std::max(s.size->height, static_cast<int>(least_height))))};
  return seen;
}

/// Pixels that lessons take beneath the cards: questions and walks come and go without a change of the sheet.
float taught_height(Ui& ui, const Workspace& workspace, const ViewState& view) {
  float height = 0;
  if (canvas_of(ui).basis.pictures != workspace.pictures_version()) return height;
  for (const auto& p : canvas_of(ui).placed)
    height += prediction_height(ui, workspace, view, p.ref.entry, p.layout.width - ui.px(24)) +
              traversal_height(ui, workspace, view, p.ref.entry);
  return height;
}

/// Where all cards stand; worked out again only when something has changed that they depend on.
void place_cards(Ui& ui, const Workspace& workspace, const ViewState& view, ImVec2 room) {
  auto& canvas = canvas_of(ui);
  const CanvasState::Basis basis{
      workspace.pictures_version(), ui.scale, room.x, room.y, taught_height(ui, workspace, view), view.texts.language(), &workspace,
      ui.fonts.mono_small.font};
  if (basis == canvas.basis) return;
  canvas.basis = basis;
  canvas.placed.clear();
  const float gap = ui.px(gap_points);
  std::vector<Placing> placings;
  const auto& entries = workspace.sheet().entries;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!entries[i].visible) continue;
    for (int n = 0; n < entries[i].cards(); ++n) {
      const CardRef ref{static_cast<int>(i), n};
      const auto* picture = workspace.picture(ref.entry, n);
      if (picture == nullptr) continue;
      const auto seen = settings_in_pixels(ui, entries[i].card(n));
      auto layout = lay_out_card(ui, *picture, room.x - 2 * gap, std::max(room.y * 0.85f, ui.px(260)), seen.size);
      make_room_to_teach(ui, workspace, view, ref.entry, layout, room.x - 2 * gap);
      placings.push_back({layout.width, layout.height, seen.at});
      canvas.placed.push_back({ref, id_of(workspace, ref), layout, {}});
    }
  }
  const auto arranged = arrange(placings, room.x, gap);
  canvas.width = 0;
  for (std::size_t i = 0; i < placings.size(); ++i) {
    canvas.placed[i].at = {arranged.spots[i].x, arranged.spots[i].y};
    // Cards that find their own place never make the canvas wider.
    if (placings[i].at) canvas.width = std::max(canvas.width, arranged.spots[i].x + placings[i].width + gap);
  }
  canvas.height = placings.empty() ? 0 : arranged.height;
}

/// The nearest of `edges` within reach, else `x`.
float snapped(float x, const std::vector<float>& edges, float reach) {
  float best = x;
  for (const float edge : edges)
    if (std::abs(edge - x) < reach) reach = std::abs(edge - x), best = edge;
  return best;
}

/// Where a card that is moved would stand: in line with others that are near.
ImVec2 moved_to(const Ui& ui, ImVec2 wanted) {
  const float gap = ui.px(gap_points), reach = ui.px(6);
  std::vector<float> across{gap}, down{gap};
  for (const auto& p : canvas_of(ui).placed) {
    if (p.id == canvas_of(ui).drag.card) continue;
    across.insert(across.end(), {p.at.x, p.at.x + p.layout.width + gap});
    down.insert(down.end(), {p.at.y, p.at.y + p.layout.height + gap});
  }
  return {std::max(0.0f, snapped(wanted.x, across, reach)), std::max(0.0f, snapped(wanted.y, down, reach))};
}

/// The card that is dragged as the pointer has it now; lets go of it when the button is up.
void follow_drag(Ui& ui, const Workspace& workspace, Requests& requests, ImVec2 origin, PlacedCard& p) {
  auto& drag = canvas_of(ui).drag;
  const auto& io = ImGui::GetIO();
  const ImVec2 by{io.MousePos.x - drag.grabbed.x, io.MousePos.y - drag.grabbed.y};
  using What = CardDrag::What;
  const bool moves = drag.what == What::move;
  if (moves) {
    p.at = moved_to(ui, {drag.at.x - origin.x + by.x, drag.at.y - origin.y + by.y});
  } else {
    const float width = drag.what == What::height ? drag.size.x : std::max(ui.px(least_width), drag.size.x + by.x);
    const float height = drag.what == What::width ? drag.size.y : std::max(ui.px(least_height), drag.size.y + by.y);
    if (const auto* picture = workspace.picture(p.ref.entry, p.ref.card))
      p.layout = lay_out_card(ui, *picture, width, height, ImVec2{width, height});
  }
  if (ImGui::IsMouseDown(0)) return;
  drag = {};
  const auto points = [&](float pixels) { return static_cast<int>(std::lround(pixels / ui.scale)); };
  const CardSettings::Point at{points(p.at.x), points(p.at.y)};
  const CardSettings::Extent size{points(p.layout.width), points(p.layout.height)};
  requests.add<place_card>(p.ref, at, moves ? std::nullopt : std::optional(size));
}

/// In the order of drawing: what was clicked last lies over the rest.
std::vector<PlacedCard> drawing_order(const Ui& ui, const ViewState& view) {
  auto cards = canvas_of(ui).placed;
  if (view.cards.front.empty()) return cards;
  const auto rank = [&](const PlacedCard& p) {
    if (p.id == canvas_of(ui).drag.card) return std::ptrdiff_t{1 << 20};
    const auto found = std::ranges::find(view.cards.front, p.id);
    return found == view.cards.front.end() ? std::ptrdiff_t{-1} : found - view.cards.front.begin();
  };
  std::stable_sort(cards.begin(), cards.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  return cards;
}

/// Whether the selected card is to be brought into sight: on request, and where an entry was selected anywhere but in its card.
bool wants_card(CanvasState& canvas, const Workspace& workspace, const ViewState& view) {
  const bool other_sheet = std::exchange(canvas.selected_in, workspace.document().id) != workspace.document().id;
  const bool other = std::exchange(canvas.selected, view.selected) != view.selected;
  const bool clicked_here = ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows | ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) &&
                            (ImGui::IsMouseDown(0) || ImGui::IsMouseReleased(0));
  if (other_sheet || other) canvas.awaits_card = !other_sheet && !clicked_here;
  return std::exchange(canvas.revealed, view.cards.reveal) != view.cards.reveal || canvas.awaits_card;
}

/// Scrolls to the selected card.
void scroll_to_card(Ui& ui, const Workspace& workspace, const ViewState& view, ImVec2 size) {
  if (!wants_card(canvas_of(ui), workspace, view)) return;
  const auto id = id_of(workspace, selected_card(workspace, view));
  for (const auto& p : canvas_of(ui).placed) {
    if (p.id != id) continue;
    canvas_of(ui).awaits_card = false;
    const auto scrolled = [&](float now, float from, float length, float room) {
      return from < now ? from : from + length > now + room ? std::min(from, from + length - room) : now;
    };
    const float gap = ui.px(gap_points);
    ImGui::SetScrollX(std::max(0.0f, scrolled(ImGui::GetScrollX(), p.at.x - gap, p.layout.width + 2 * gap, size.x)));
    ImGui::SetScrollY(std::max(0.0f, scrolled(ImGui::GetScrollY(), p.at.y - gap, p.layout.height + 2 * gap, size.y)));
  }
}

/// Scrolls a card's lower edge into sight, where a bar has just come into being.
void show_foot(Ui& ui, ImVec2 size) {
  const auto found = std::ranges::find(canvas_of(ui).placed, canvas_of(ui).show_foot, &PlacedCard::id);
  canvas_of(ui).show_foot = 0;
  if (found == canvas_of(ui).placed.end()) return;
  const float foot = found->at.y + found->layout.height + ui.px(gap_points);
  if (foot > ImGui::GetScrollY() + size.y) ImGui::SetScrollY(foot - size.y);
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
  auto layout = lay_out_card(ui, *picture, room.x, room.y - bars.height, ImVec2{room.x, room.y - bars.height});
  make_room_to_teach(ui, workspace, view, card.entry, layout, room.x);
  draw_card(ui, workspace, view, requests, card, *picture, layout, {at.x + gap, at.y + gap});
  return true;
}

void draw_all(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, ImVec2 at, ImVec2 size) {
  place_cards(ui, workspace, view, size);
  scroll_to_card(ui, workspace, view, size);
  if (canvas_of(ui).show_foot != 0) show_foot(ui, size);
  const ImVec2 origin{at.x - ImGui::GetScrollX(), at.y - ImGui::GetScrollY()};
  const auto dragged = canvas_of(ui).drag.card;
  for (auto& p : drawing_order(ui, view)) {
    if (canvas_of(ui).drag.what != CardDrag::What::none && p.id == dragged) follow_drag(ui, workspace, requests, origin, p);
    const ImVec2 card_at{origin.x + p.at.x, origin.y + p.at.y};
    // What is scrolled out of sight costs nothing.
    if (card_at.y + p.layout.height < at.y || card_at.y > at.y + size.y || card_at.x + p.layout.width < at.x || card_at.x > at.x + size.x)
      continue;
    if (const auto* picture = workspace.picture(p.ref.entry, p.ref.card))
      draw_card(ui, workspace, view, requests, p.ref, *picture, p.layout, card_at);
  }
  // Let go while it was out of sight, or its card is gone.
  if (!ImGui::IsMouseDown(0)) {
    if (canvas_of(ui).pull.card != 0) requests.add<&Workspace::seal_edit>();
    canvas_of(ui).drag = {};
    canvas_of(ui).pull = {};
  }
  if (canvas_of(ui).placed.empty())
    flow_text(ImGui::GetWindowDrawList(), ui, {at.x + ui.px(2 * gap_points), at.y + ui.px(2 * gap_points)}, size.x - ui.px(4 * gap_points),
              ui.ink.faint, ui.ink.chip, ui.tr("Write a layout in the sheet, such as (8,8):(8,1)."));
  ImGui::SetCursorScreenPos({origin.x + std::max(0.0f, canvas_of(ui).width - 1), origin.y + canvas_of(ui).height});
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
  if (!draw_full(ui, workspace, view, requests, at, size)) draw_all(ui, workspace, view, requests, at, size);
  // Above the cards, which are windows of their own, and out of the mouse's way.
  if (!canvas_of(ui).link_points.empty()) {
    ImGui::SetCursorScreenPos(at);
    compat::begin_child("links", size, ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar);
    draw_links(ui, view);
    ImGui::EndChild();
  }
  canvas_of(ui).jumped = view.cards.comparison.jump;
  ImGui::EndChild();
}

}  // namespace app
