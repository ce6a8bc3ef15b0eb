#include "app/panels/launch/launch_view.hpp"

#include <algorithm>
#include <cmath>

#include "app/actions/launch_links.hpp"

namespace app {
namespace {

/// The columns that fit, and the right edges of their texts.
struct Columns {
  std::vector<const RequestColumn*> shown;
  std::vector<float> right;

  Columns(const LaunchView& v, float x, float width) {
    const auto& head = v.ui.fonts.ui_small;
    const auto& face = v.ui.fonts.mono_small;
    const auto needed = [&](const RequestColumn& c) {
      return std::max(text_width(head, v.ui.tr(c.title)), text_width(face, c.widest(v.plan))) + v.ui.px(11);
    };
    for (const auto& c : request_columns())
      if (!c.of_lanes || !v.plan.shape.instruction.by_box()) shown.push_back(&c);
    float sum = 0;
    for (const auto* c : shown) sum += needed(*c);
    while (sum > width && shown.size() > 3) {
      const auto least =
          std::max_element(shown.begin(), shown.end(), [](const RequestColumn* a, const RequestColumn* b) { return a->rank < b->rank; });
      sum -= needed(**least);
      shown.erase(least);
    }
    const float spare = std::min(v.ui.px(12), std::max(0.0f, width - sum) / static_cast<float>(shown.size()));
    for (const auto* c : shown) right.push_back(x += needed(*c) + spare);
  }
};

}  // namespace

void requests_view(const LaunchView& v, ImVec2 at, ImVec2 size) {
  auto& ui = v.ui;
  auto* list = ImGui::GetWindowDrawList();
  const auto& face = ui.fonts.mono_small;
  const auto& head = ui.fonts.ui_small;
  const float row = face.size + ui.px(4), width = size.x - scroll_bar_width(ui) - ui.px(2);
  const Columns columns(v, at.x, width - ui.px(6));
  for (std::size_t k = 0; k < columns.shown.size(); ++k) {
    draw_text_right(list, head, {columns.right[k], at.y}, ui.ink.faint, ui.tr(columns.shown[k]->title));
    help_term(ui, "requests", columns.shown[k]->title, {k == 0 ? at.x : columns.right[k - 1], at.y}, {columns.right[k], at.y + size.y});
  }
  const ImVec2 body{at.x, at.y + head.size + ui.px(5)};
  const ImVec2 room{size.x, at.y + size.y - body.y};
  list->AddLine({at.x, body.y - ui.px(2)}, {at.x + width, body.y - ui.px(2)}, ui.ink.line);
  if (room.y < row) return;
  const double visible = static_cast<double>(room.y / row);

  auto& scroll = launch_of(ui).requests;
  if (scroll.followed != v.position) {
    scroll.followed = v.position;
    if (v.position > 0) show_row(scroll, v.position - 1, v.total, visible);
  }
  const bool clicked = area("rows", body, {width, room.y});
  const bool hovered = ImGui::IsItemHovered();
  scroll_rows(ui, "requests bar", scroll, v.total, row, body, room);

  const ScrolledPart part(list, body, {body.x + size.x, body.y + room.y});
  const auto first = static_cast<std::int64_t>(std::floor(scroll.first));
  const auto mouse = ImGui::GetIO().MousePos;
  const auto linked = linked_request(v.workspace, v.view);
  for (auto i = first; i < v.total; ++i) {
    const float y = body.y + static_cast<float>((static_cast<double>(i) - scroll.first) * static_cast<double>(row));
    if (y > body.y + room.y) break;
    const auto at_row = request_at(v.plan, i);
    const auto request = v.request(at_row);
    const bool over = hovered && mouse.y >= y && mouse.y < y + row;
    if (i + 1 == v.position) list->AddRectFilled({at.x, y}, {at.x + width, y + row}, ui.ink.row_mark, ui.px(3));
    else if (over) list->AddRectFilled({at.x, y}, {at.x + width, y + row}, ui.ink.selected_back, ui.px(3));
    const bool chosen = v.chosen(at_row);
    if (v.isolated() && chosen) list->AddRectFilled({at.x, y + 1}, {at.x + ui.px(2.5f), y + row - 1}, ui.ink.accent);
    if (i == linked) list->AddRectFilled({at.x + width - ui.px(2.5f), y + 1}, {at.x + width, y + row - 1}, ui.ink.pin);
    const auto ink = v.isolated() && !chosen ? ui.ink.fainter : i >= v.position ? ui.ink.faint : ui.ink.text;
    for (std::size_t k = 0; k < columns.shown.size(); ++k) {
      const auto& c = *columns.shown[k];
      const bool poor = c.poor(request) && !(v.isolated() && !chosen);
      draw_text_right(list, face, {columns.right[k], y + ui.px(2)}, poor ? ui.ink.error : ink, c.text(v, at_row, request));
    }
    if (!over || !clicked) continue;
    v.go(i + 1);
    if (ImGui::GetIO().KeyShift || ImGui::GetIO().KeyCtrl) v.pick(at_row.block, std::int64_t{at_row.warp} * 32);
  }
}

}  // namespace app
