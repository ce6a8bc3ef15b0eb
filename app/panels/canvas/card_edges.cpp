#include "app/panels/canvas/card.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/ui/widgets.hpp"

namespace app {
namespace {

void ghost(const Ui& ui, const GridPull& pull, const render::Diagram& d, ImVec2 grid_at) {
  const auto size = pull.size_of(pull.now, d.view.transposed);
  const ImVec2 end{grid_at.x + size.x, grid_at.y + size.y};
  auto* list = ImGui::GetForegroundDrawList();
  list->AddRectFilled(grid_at, end, (ui.ink.accent & 0x00ffffffu) | 0x18000000u, ui.px(2));
  compat::rectangle(list, grid_at, end, ui.ink.accent, ui.px(2), ui.px(1.5f));
}

}  // namespace

void card_edges(Ui& ui, const Workspace& workspace, const ViewState& view, CardRef card, const CardLayout& layout, ImVec2 at) {
  const auto id = id_of(workspace, card);
  if (view.cards.full == id) return;
  const float grip = ui.px(5), corner = ui.px(13), w = layout.width, h = layout.height;
  struct Edge {
    const char* name;
    CardDrag::What what;
    ImGuiMouseCursor cursor;
    ImVec2 from, size;
  };
  const std::array<Edge, 3> edges{
      {{"both edges", CardDrag::What::both, ImGuiMouseCursor_ResizeNWSE, {w - corner, h - corner}, {corner, corner}},
       {"right edge", CardDrag::What::width, ImGuiMouseCursor_ResizeEW, {w - grip, grip}, {grip, h - corner - grip}},
       {"lower edge", CardDrag::What::height, ImGuiMouseCursor_ResizeNS, {grip, h - grip}, {w - corner - grip, grip}}}};
  for (const auto& edge : edges) {
    area(edge.name, {at.x + edge.from.x, at.y + edge.from.y}, edge.size);
    if (ImGui::IsItemHovered() || ImGui::IsItemActive()) ImGui::SetMouseCursor(edge.cursor);
    if (!ImGui::IsItemActive() || !ImGui::IsMouseDragging(0, ui.px(3))) continue;
    auto& drag = canvas_of(ui).drag;
    if (drag.what == CardDrag::What::none) drag = {edge.what, id, ImGui::GetIO().MouseClickedPos[0], at, {w, h}};
  }
}

void pull_corner(Ui& ui, const Workspace& workspace, Requests& requests, CardRef card, const Picture& picture, const CardLayout& layout,
                 ImVec2 grid_at) {
  const auto& d = picture.diagram;
  const auto id = id_of(workspace, card);
  auto& pull = canvas_of(ui).pull;
  if (pull.card == 0 && !ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem)) return;
  const auto& card_view = canvas_of(ui).cards[id];
  const double cell = card_view.cell > 0 ? card_view.cell * ui.scale : layout.default_cell;
  // Only if the grid's corner is in sight.
  const double width = (static_cast<double>(d.columns.extent) - card_view.first_column) * cell,
               height = (static_cast<double>(d.rows.extent) - card_view.first_row) * cell;
  const bool pulling = pull.card == id;
  if (!pulling && (pull.card != 0 || d.view.slabs || width > layout.grid_width + 1 || height > layout.grid_height + 1)) return;
  const ImVec2 corner{grid_at.x + static_cast<float>(width), grid_at.y + static_cast<float>(height)};
  const float side = ui.px(13);
  const auto& text = workspace.sheet().entries[static_cast<std::size_t>(card.entry)].text;
  const auto shape = algebra::editing::shape_of_entry(text, workspace.evaluator().rule());
  const int behind = shape ? card.entry : literal_behind(workspace, card.entry);
  if (behind < 0) return;
  area("corner", {corner.x - side * 0.65f, corner.y - side * 0.65f}, {side, side});
  const bool over = ImGui::IsItemHovered();
  if (!shape) {
    if (over)
      tooltip_beside(
          ui, fmt::format(fmt::runtime(ui.tr("Its shape comes from {0}: drag the corner of {0}.")), workspace.result(behind).name).c_str());
    return;
  }
  if (over || pulling) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNWSE);
  if (over && pull.card == 0) tooltip_beside(ui, ui.tr("Drag to change the shape."));
  auto* list = ImGui::GetWindowDrawList();
  const float r = ui.px(6), gap = ui.px(2);
  list->AddTriangleFilled({corner.x + gap, corner.y - r + gap}, {corner.x + gap, corner.y + gap}, {corner.x - r + gap, corner.y + gap},
                          over || pulling ? ui.ink.accent : ui.ink.fainter);
  if (ImGui::IsItemActivated() && !pulling) {
    requests.add<&Workspace::seal_edit>();
    pull = {id, *shape, *shape, ImGui::GetIO().MousePos, std::max(1.0, cell)};
    return;
  }
  if (!pulling) return;
  // The item's active state is not usable here: a change of the sheet deactivates all items.
  if (!ImGui::IsMouseDown(0)) {
    pull = {};
    requests.add<&Workspace::seal_edit>();
    return;
  }
  const auto now = pull.shape_at(ImGui::GetIO().MousePos, d.view.transposed);
  if (!(now == pull.now)) {
    pull.now = now;
    requests.add<reshape_card>(id, now);
  }
  ghost(ui, pull, d, grid_at);
  ImGui::SetTooltip("%s", d.subtitle.c_str());
}

}  // namespace app
