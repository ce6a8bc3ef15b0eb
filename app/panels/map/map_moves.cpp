// The list of the kernel's calls, and the findings of the check below it.

#include "app/panels/map/map_page.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/actions/map_rows.hpp"
#include "app/flow/file_lines.hpp"
#include "app/ui/rows.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

float kernels(const MapPageView& v, ImVec2 at, float width) {
  auto& ui = v.ui;
  const auto& all = v.answer.kernels;
  const auto& now = v.map.flow().kernel;
  ImGui::SetCursorScreenPos(at);
  const DropDown choice(ui, "kernel", ui.fonts.ui_small, now, width);
  if (choice)
    for (std::size_t k = 0; k < all.size(); ++k)
      if (choice.option(fmt::format("{}. {}", k + 1, all[k]), k == v.look.kernel)) v.requests.add<look_at_kernel>(k);
  return at.y + ImGui::GetFrameHeight() + ui.px(8);
}

}  // namespace

void map_moves(const MapPageView& v, ImVec2 at, ImVec2 size) {
  auto& ui = v.ui;
  const float inset = ui.px(12);
  help_here(ui, "map.moves", at, {at.x + size.x, at.y + size.y});
  draw_fitted(ImGui::GetWindowDrawList(), ui, ui.fonts.ui_bold, {at.x + inset, at.y + ui.px(10)}, size.x - 2 * inset, ui.ink.text,
              ui.tr("The steps of the kernel"));
  float y = kernels(v, {at.x + inset, at.y + ui.px(32)}, size.x - 2 * inset);
  auto& panel = v.panel;
  const int marked = static_cast<int>(call_of(v.map, panel.calls, v.look.choice.moment));
  if (panel.call.row != marked) panel.call.choose(marked);
  const auto& face = ui.fonts.mono_small;
  const float row = face.size + ui.px(6), below = size.y * 0.36f;
  const float height = std::min(at.y + size.y - below - y, row * static_cast<float>(panel.calls.size()) + ui.px(4));
  ImGui::SetCursorScreenPos({at.x, y});
  const ListLook look{
      .id = "calls", .count = static_cast<int>(panel.calls.size()), .size = {size.x, height}, .row = row, .mouse_chooses = false};
  const int taken = list(ui, panel.call, look, false, [&](const ListRow& r) {
    const auto& call = panel.calls[static_cast<std::size_t>(r.number)];
    auto* list = ImGui::GetWindowDrawList();
    const float number = text_width(face, "00000"), indent = ui.px(10) * static_cast<float>(call.depth);
    const float mid = r.at.y + (row - face.size) / 2;
    draw_text_right(list, face, {r.at.x + number + ui.px(4), mid}, ui.ink.fainter,
                    fmt::format("{}", place_of_line(v.map.flow(), call.line).line));
    const float x = r.at.x + number + ui.px(14) + indent;
    draw_fitted(list, ui, face, {x, mid}, r.at.x + r.size.x - x - ui.px(6), r.number == marked ? ui.ink.accent : ui.ink.text, call.text);
  });
  // A click or an arrow key selects the call.
  const int row_now = taken >= 0 ? taken : panel.call.row;
  if (row_now >= 0 && (taken >= 0 || row_now != marked))
    v.go(next_moment(panel.calls[static_cast<std::size_t>(row_now)], v.look.choice.moment));
  y += height + ui.px(6);
  map_findings(v, {at.x, y}, {size.x, at.y + size.y - y});
}

void map_findings(const MapPageView& v, ImVec2 at, ImVec2 size) {
  auto& ui = v.ui;
  const float inset = ui.px(12);
  const ScrollArea scroll("findings", at, size);
  Rows rows(ui, scroll.list(), {scroll.at().x + inset, scroll.at().y + ui.px(6)}, scroll.width() - 2 * inset, "map", Values::at_the_right);
  rows.tell(finding_rows(v.state.workspace, v.map, v.look, v.panel.calls, *ui.texts), v.requests);
  rows.end();
}

}  // namespace app
