#include "app/panels/teaching/teaching.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/actions/traversal.hpp"
#include "app/panels/canvas/canvas_state.hpp"
#include "app/panels/launch/launch_view.hpp"
#include "app/ui/grid_view.hpp"
#include "app/ui/menus.hpp"
#include "app/ui/playback_buttons.hpp"

namespace app {
namespace {

constexpr std::int64_t longest_path = 512;  ///< in elements
constexpr std::int64_t whole_path = 256;    ///< up to this size of a value the whole path stays visible

ImU32 faded(ImU32 c, float alpha) {
  return (c & ~IM_COL32_A_MASK) | (static_cast<ImU32>(std::clamp(alpha, 0.0f, 1.0f) * 255) << IM_COL32_A_SHIFT);
}

/// Returns the middle of an element's cell, or nullopt if it is on another slice.
std::optional<ImVec2> centre_of(const Ui& ui, const CardGrid& g, std::int64_t coordinate) {
  const auto cell = g.picture.diagram.cell_of(coordinate);
  if (!cell) return std::nullopt;
  return centre_of(ui, g, *cell);
}

ImVec2 between(ImVec2 a, ImVec2 b, float t) { return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t}; }

void arrow_head(ImDrawList* list, ImVec2 from, ImVec2 tip, float size, ImU32 c) {
  const float dx = tip.x - from.x, dy = tip.y - from.y, length = std::sqrt(dx * dx + dy * dy);
  if (length < 1) return;
  const float ux = dx / length, uy = dy / length;
  list->AddTriangleFilled({tip.x + ux * size * 0.5f, tip.y + uy * size * 0.5f},
                          {tip.x - ux * size - uy * size * 0.7f, tip.y - uy * size + ux * size * 0.7f},
                          {tip.x - ux * size + uy * size * 0.7f, tip.y - uy * size - ux * size * 0.7f}, c);
}

/// Scrolls a grid that is larger than its card to the walker.
void keep_in_sight(Ui& ui, const CardGrid& g, std::int64_t row, std::int64_t column) {
  const auto card_view = canvas_of(ui).cards.find(g.id);
  if (card_view == canvas_of(ui).cards.end()) return;
  const double cell = cell_side(ui, g), rows = g.size.y / cell, columns = g.size.x / cell;
  const auto follow = [](double& first, double place, double shown, std::int64_t extent) {
    if (place < first || place + 1 > first + shown)
      first = std::clamp(place - shown / 2, 0.0, std::max(0.0, static_cast<double>(extent) - shown));
  };
  follow(card_view->second.first_row, static_cast<double>(row), rows, g.picture.diagram.rows.extent);
  follow(card_view->second.first_column, static_cast<double>(column), columns, g.picture.diagram.columns.extent);
}

std::string rate_text(const Ui& ui, double speed) {
  const double rate = traversal_rate * speed;
  return fmt::format("{} · {:g} {}", speed_text(speed), rate, ui.tr("cells/s"));
}

}  // namespace

float traversal_height(const Ui& ui, const Workspace& workspace, const ViewState& view, int entry) {
  return is_traversed(workspace, view, entry) ? ui.px(16) + ui.fonts.ui_small.size + ui.fonts.mono_small.size + ui.px(36) : 0;
}

void draw_path(const Ui& ui, const Workspace& workspace, const ViewState& view, const CardGrid& g) {
  const auto& it = view.traversal;
  if (it.order->version != workspace.result(g.entry).version) return;
  auto* list = ImGui::GetWindowDrawList();
  const bool whole = it.order->size <= whole_path;
  const auto first = std::max<std::int64_t>(0, it.position - longest_path + 1);
  const float width = std::clamp(static_cast<float>(cell_side(ui, g)) * 0.06f, ui.px(1.5f), ui.px(4.5f)), size = width * 2.4f;
  const ImU32 ink = ui.ink.pin;
  list->PushClipRect(g.at, {g.at.x + g.size.x, g.at.y + g.size.y}, true);
  std::optional<ImVec2> before, last;
  for (auto p = first; p <= it.position; ++p) {
    const auto now = centre_of(ui, g, it.order->coordinate(p));
    // The path fades with the number of steps since; recent ones stand out.
    const auto age = static_cast<float>(it.position - p);
    const float alpha = std::max(whole ? 0.35f : 0.0f, 1 - age / (whole ? 24.0f : static_cast<float>(longest_path)));
    if (before && now) list->AddLine(*before, *now, faded(ink, alpha * 0.8f), width);
    last = before;
    before = now;
  }
  if (first == 0)
    if (const auto start = centre_of(ui, g, it.order->coordinate(0))) {
      const float aside = static_cast<float>(cell_side(ui, g)) * 0.36f;  // in a corner, clear of the number
      list->AddCircleFilled({start->x - aside, start->y - aside}, size, faded(ink, 0.8f));
    }
  if (before && last) {
    // The tip ends at the edge of the number.
    const float length = std::hypot(before->x - last->x, before->y - last->y), free = static_cast<float>(cell_side(ui, g)) * 0.3f;
    if (length > 1) arrow_head(list, *last, between(*last, *before, std::max(0.0f, 1 - free / length)), size * 1.3f, ink);
  }
  if (it.playing && before && it.position + 1 < it.order->size)
    if (const auto next = centre_of(ui, g, it.order->coordinate(it.position + 1)))
      list->AddCircleFilled(between(*before, *next, static_cast<float>(std::clamp(it.carried, 0.0, 1.0))), size * 0.9f, ink);
  list->PopClipRect();
}

void play_traversal(Ui& ui, const ViewState& view, Requests& requests) {
  if (!view.traversal.playing) return;
  // After a pause, ImGui's time includes that of the inactive window.
  requests.add<advance_traversal>(std::min(0.1, static_cast<double>(ImGui::GetIO().DeltaTime)));
  ui.animating = true;
}

void draw_walker(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, const CardGrid& g) {
  const auto& it = view.traversal;
  if (it.order->version != workspace.result(g.entry).version) {  // edited: the order is right again from the next frame on
    requests.add<refresh_traversal>();
    ui.animating = true;
    return;
  }
  const auto cell = g.picture.diagram.cell_of(it.coordinate);
  if (!cell) return;
  mark_cell(ui, g, cell->row, cell->column, ui.ink.pin, ui.px(3));
  auto& seen = teaching(ui).walker_seen;
  if (seen != it.position) keep_in_sight(ui, g, cell->row, cell->column);
  seen = it.position;
}

void traversal_bar(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, const CardGrid& g, ImVec2 at,
                   float width) {
  using enum PlaybackButtons::Icon;
  auto* list = ImGui::GetWindowDrawList();
  const auto& it = view.traversal;
  const float h = ui.px(16), mid = at.y + ui.px(8) + h / 2;
  ImGui::PushID("walk");
  PlaybackButtons button{ui, at.x, at.y + ui.px(8), h};
  if (button(back, "The walk's previous element", ui.ink.text)) requests.add<traverse_to>(it.position - 1);
  if (button(it.playing ? pause : play, "Play or pause", ui.ink.text)) requests.add<traverse>(g.entry);
  if (button(forward, "The walk's next element", ui.ink.text)) requests.add<traverse_to>(it.position + 1);
  if (button(loop, "Walk again and again", it.loop ? ui.ink.accent : ui.ink.fainter)) requests.add<loop_traversal>(!it.loop);
  float right = at.x + width - h;
  PlaybackButtons end{ui, right, at.y + ui.px(8), h};
  if (end(close, "End the walk", ui.ink.faint)) requests.add<stop_traversal>();
  right -= ui.px(14);
  if (right - button.x >= ui.px(40))
    if (const auto wanted =
            scrub(ui, "scrub", button.x + ui.px(4), right, mid, h, it.position, std::max<std::int64_t>(1, it.order->size - 1)))
      requests.add<traverse_to>(*wanted);

  // The position, and the controls below it.
  const auto& mono = ui.fonts.mono_small;
  float y = at.y + h + ui.px(15);
  draw_fitted(list, ui, mono, {at.x, y}, width, ui.ink.text, traversal_words(workspace, view));
  y += mono.size + ui.px(4);
  const auto& face = ui.fonts.ui_small;
  ImGui::SetCursorScreenPos({at.x, y});
  const auto rate = rate_text(ui, it.speed);
  const char* order = ui.tr(it.by_index ? "by index" : "by coordinate");
  const float order_width = std::min(chip_width(ui, order, face), width - chip_width(ui, rate, face) - ui.px(6));
  if (chip(ui, "order", order, face, order_width)) {
    if (can_traverse_by_index(workspace, g.entry)) requests.add<traverse_by_index>(!it.by_index);
  }
  help_term(ui, "walk", it.by_index ? "by index" : "by coordinate");
  if (ImGui::IsItemHovered())
    hint(ui, ui.tr(can_traverse_by_index(workspace, g.entry) ? "The order of the walk: by coordinate, or by index in memory"
                                                             : "Too large to sort its elements by index"));
  const float speed_x = at.x + order_width + ui.px(6);
  ImGui::SetCursorScreenPos({speed_x, y});
  if (chip(ui, "speed", rate, face)) ImGui::OpenPopup("speeds");
  help_term(ui, "walk", "Speed");
  if (const Popup popup(ui, "speeds"); popup) {
    for (const double speed : speeds)
      if (menu_item(ui, rate_text(ui, speed), {.chosen = it.speed == speed})) requests.add<set_traversal_speed>(speed);
  }
  const auto place = fmt::format("{} / {}", grouped(it.position + 1), grouped(it.order->size));
  if (speed_x + text_width(face, rate) + ui.px(24) + text_width(face, place) < at.x + width)
    draw_text_right(list, face, {at.x + width, y + ui.px(3)}, ui.ink.faint, place);
  ImGui::PopID();
}

}  // namespace app
