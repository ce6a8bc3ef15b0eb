#include "app/panels/sheet/sheet_parts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/actions/documents.hpp"
#include "app/actions/needs.hpp"
#include "app/actions/sections.hpp"
#include "app/panels/sheet/number_slider.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

/// Returns the font of a label: names are code, "macro" before a new one is a word.
const Face& label_face(const Ui& ui, const Need& need) { return need.entry == new_macro_field ? ui.fonts.ui_small : ui.fonts.mono_small; }

/// Returns the grid of fields: two columns if there are many, as long as sliders remain usable.
NeedsGrid needs_in(const Ui& ui, const Workspace& workspace, float width) {
  return needs_grid(
      needs_of(workspace, *ui.texts), {width, strip_measures(ui).margin, ui.scale},
      [&](const Need& need) { return text_width(label_face(ui, need), need.name); },
      [&](const std::string& value) { return text_width(ui.fonts.mono_small, value); });
}

/// Draws the field of a macro, which reads the program again, or of a macro to be defined.
void draw_macro(Ui& ui, Requests& requests, const Need& need, ImVec2 at, float width) {
  auto text = need.expression;
  if (need.entry == macro_field) {
    if (small_field(ui, requests, need.entry, need.macro, text, at, width, false, ui.tr("not defined")))
      requests.add<set_macro>(need.name, text.empty() ? std::nullopt : std::optional(text), number_key("macro", need.entry, need.macro));
    return;
  }
  small_field(ui, requests, need.entry, 0, text, at, width, false, "NAME=VALUE");
  // A partial name is useless, so it is read when editing ends.
  auto& typed = panel_of(ui).field_text;
  if (ImGui::IsItemDeactivated() && !typed.empty() && !ImGui::IsKeyPressed(ImGuiKey_Escape))
    requests.add<define_macro>(std::exchange(typed, {}));
}

/// Draws name, slider and field of one parameter in its column's line.
void draw_need(Ui& ui, const Workspace& workspace, Requests& requests, const Need& need, const NeedsColumn& column, ImVec2 at,
               float height) {
  const float labels = column.labels, values = column.values, width = column.end - column.left;
  const auto& face = ui.fonts.mono_small;
  auto* list = ImGui::GetWindowDrawList();
  if (need.is_macro()) {
    ImGui::PushID(need.entry - static_cast<int>(need.macro));
    const auto& label = label_face(ui, need);
    draw_fitted(list, ui, label, {at.x, at.y + (height - label.size) / 2}, labels, need.is_set ? ui.ink.text : ui.ink.faint, need.name);
    const float from = at.x + labels + ui.px(8);
    draw_macro(ui, requests, need, {from, at.y + ui.px(2)}, at.x + width - from);
    ImGui::PopID();
    return;
  }
  const auto& problem = workspace.result(need.entry).problem;
  ImGui::PushID(need.entry);
  draw_fitted(list, ui, face, {at.x, at.y + (height - face.size) / 2}, labels, problem ? ui.ink.error : ui.ink.text, need.name);
  const float from = at.x + labels + ui.px(8), end = at.x + width;
  const float field_y = at.y + ui.px(2);
  if (need.number) {
    const auto range = parameter_range(workspace, workspace.result(need.entry).name, need.number->value);
    const SlidNumber slid{need.entry, 0, *need.number, range.range, range.powers};
    number_slider(ui, requests, slid, {from, at.y}, {end - values - ui.px(8) - from, height});
    number_field(ui, requests, slid, {end - values, field_y}, values);
  } else {
    auto text = need.expression;
    if (small_field(ui, requests, need.entry, 0, text, {from, field_y}, end - from, false))
      requests.add<set_parameter>(need.entry, text, number_key("value", need.entry, 0));
  }
  if (problem) {
    // A red frame: the value is not certain.
    const ImVec2 corner{need.number ? end - values : from, field_y};
    list->AddRect(corner, {end, at.y + height - ui.px(2)}, ui.ink.error, ui.px(3));
    if (ImGui::IsMouseHoveringRect(at, {end, at.y + height}) && ImGui::IsWindowHovered() && !ImGui::IsMouseDown(0))
      tooltip_beside(ui, at, {end, at.y + height}, (*ui.texts)(problem->problem.message).c_str());
  }
  ImGui::PopID();
}

}  // namespace

float needs_strip_height(const Ui& ui, const Workspace& workspace, const ViewState& view, float width, float room) {
  if (!has_parameters(workspace)) return 0;
  const auto m = strip_measures(ui);
  if (view.sheet_view.needs_folded) return m.head;
  // The entries keep the larger part: beyond a quarter of the room, the strip scrolls.
  const float most = std::max(1.0f, std::floor((room / 4 - m.head) / m.line));
  return m.head + std::min(static_cast<float>(needs_in(ui, workspace, width).rows), most) * m.line + ui.px(4);
}

void needs_strip(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, ImVec2 at, ImVec2 size) {
  const auto m = strip_measures(ui);
  auto* list = ImGui::GetWindowDrawList();
  auto grid = needs_in(ui, workspace, size.x);
  if (static_cast<float>(grid.rows) * m.line > size.y - m.head) grid = needs_in(ui, workspace, size.x - ImGui::GetStyle().ScrollbarSize);
  const bool open = !view.sheet_view.needs_folded;
  if (fold_heading(ui, "needs", open, title_of(grid.needs, *ui.texts), at, size.x, m.head).clicked) requests.add<fold_needs>(open);
  help_term(ui, "parameters", "Parameters", at, {at.x + size.x, at.y + m.head});
  list->AddLine({at.x, at.y + size.y - 0.5f}, {at.x + size.x, at.y + size.y - 0.5f}, ui.ink.line);
  if (!open) return;

  ScrollArea part("needs", {at.x, at.y + m.head}, {size.x, size.y - m.head - ui.px(4)});
  const float top = part.at().y;
  const auto& panel = panel_of(ui);
  const int held = panel.drag.on_slider ? panel.drag.entry : panel.field_entry;
  for (std::size_t i = 0; i < grid.needs.size(); ++i) {
    const auto& column = grid.columns[i / grid.rows];
    const float y = top + static_cast<float>(i % grid.rows) * m.line;
    if ((y + m.line > at.y && y < at.y + size.y) || grid.needs[i].entry == held)
      draw_need(ui, workspace, requests, grid.needs[i], column, {at.x + column.left, y}, m.line);
  }
  part.end(top + m.line * static_cast<float>(grid.rows) - 1);
}

}  // namespace app
