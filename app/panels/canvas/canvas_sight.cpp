#include "app/panels/canvas/canvas_sight.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/actions/cards.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

/// Zooms so that the selected card fills the view, and centres it.
void fit_selected(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests) {
  auto& canvas = canvas_of(ui);
  auto& sight = canvas.sight;
  if (sight.fitted == view.cards.fit) return;
  sight.fitted = view.cards.fit;
  const auto zoom = canvas.zoom_to(id_of(workspace, selected_card(workspace, view)), ui.px(24));
  if (!zoom) return;
  requests.add<zoom_canvas>(*zoom / (canvas_zoom(workspace, view).whole ? sight.whole_zoom : 1));
  ui.animating = true;
}

void zoom_by_wheel(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, Point pointer) {
  auto& canvas = canvas_of(ui);
  const auto& sight = canvas.sight;
  const auto& io = ImGui::GetIO();
  if (io.MouseWheel == 0 || !io.KeyCtrl || !ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows)) return;
  if (canvas.is_over_grid({pointer.x + sight.scroll.x - sight.offset.x, pointer.y + sight.scroll.y - sight.offset.y})) return;
  requests.add<zoom_canvas>(canvas.zoom_at(pointer, io.MouseWheel) / (canvas_zoom(workspace, view).whole ? sight.whole_zoom : 1));
}

/// Returns by how much the mouse drags the background.
ImVec2 panned(CanvasSight& sight, bool pannable) {
  const bool ground = ImGui::IsWindowHovered() && ImGui::IsMouseClicked(0) && !ImGui::IsAnyItemHovered();
  const bool middle = ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows) && ImGui::IsMouseClicked(2);
  if (pannable && (ground || middle)) sight.panning = true;
  if (!ImGui::IsMouseDown(0) && !ImGui::IsMouseDown(2)) sight.panning = false;
  if (!sight.panning) return {};
  ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
  return ImGui::GetIO().MouseDelta;
}

}  // namespace

Zoomed::Zoomed(Ui& ui) : ui_(ui), fonts_(ui.fonts), scale_(ui.scale) {
  const float by = canvas_of(ui).sight.zoom;
  if (by == 1) return;
  ui.fonts = ui.canvas_scale > 0 ? scaled(ui.canvas_fonts, ui.scale * by / ui.canvas_scale) : scaled(ui.fonts, by);
  ui.scale *= by;
}

Zoomed::~Zoomed() {
  ui_.fonts = fonts_;
  ui_.scale = scale_;
}

bool follow_zoom(Ui& ui, const Workspace& workspace, const ViewState& view) {
  const auto& sight = canvas_of(ui).sight;
  const bool changed = canvas_of(ui).take_zoom(canvas_zoom(workspace, view), view.now);
  // While the zoom changes, letters are scaled, which blurs them. They are rasterised again once it rests.
  constexpr double rest = 0.25;
  const bool rests = view.now - sight.zoomed_at >= rest;
  if (sight.zoom == 1) ui.canvas_wanted = 0;
  else if (rests) ui.canvas_wanted = ui.scale * std::clamp(sight.zoom, 0.4f, 3.0f);
  else ui.animating = true;
  return changed;
}

ImVec2 look_around(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, ImVec2 at, bool zoomed) {
  auto& canvas = canvas_of(ui);
  auto& sight = canvas.sight;
  const auto mouse = ImGui::GetIO().MousePos;
  const ImVec2 before{ImGui::GetScrollX(), ImGui::GetScrollY()};
  auto scroll = before;
  const auto all = canvas.extent();
  const auto by = panned(sight, all.x > sight.size.x + 1 || all.y > sight.size.y + 1);
  scroll.x -= by.x, scroll.y -= by.y;
  if (const auto to = std::exchange(sight.scroll_to, std::nullopt)) scroll = *to;
  fit_selected(ui, workspace, view, requests);
  zoom_by_wheel(ui, workspace, view, requests, {mouse.x - at.x, mouse.y - at.y});
  // Zooming keeps the middle of the view in place, or the point under the pointer, or a card.
  if (zoomed) scroll = canvas.scroll_after_zoom(scroll);
  scroll = canvas.within(scroll);
  if (scroll.x != before.x) ImGui::SetScrollX(scroll.x);
  if (scroll.y != before.y) ImGui::SetScrollY(scroll.y);
  sight.scroll = scroll;
  return scroll;
}

void minimap(Ui& ui, const Workspace& workspace, const ViewState& view, ImVec2 at) {
  auto& canvas = canvas_of(ui);
  auto& sight = canvas.sight;
  if (view.cards.full != 0 || canvas.drag.what != CardDrag::What::none || canvas.all_in_sight()) {
    sight.map_dragged = false;
    return;
  }
  const auto all = canvas.extent();
  const float pad = ui.px(5), most_x = ui.px(132), most_y = ui.px(96);
  const float by = std::min(most_x / all.x, most_y / all.y);
  const ImVec2 size{all.x * by + 2 * pad, all.y * by + 2 * pad};
  if (size.x > sight.size.x / 2 || size.y > sight.size.y / 2) return;
  const auto corner = canvas.map_corner(size, ImGui::GetStyle().ScrollbarSize + ui.px(4), ui.px(4));
  const ImVec2 from{std::round(at.x + corner.x), std::round(at.y + corner.y)}, to{from.x + size.x, from.y + size.y};
  ImGui::SetCursorScreenPos(from);
  compat::begin_child("minimap", size, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoBackground);
  auto* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(from, to, ui.ink.panel & IM_COL32(255, 255, 255, 235), ui.px(5));
  compat::rectangle(list, from, to, ui.ink.line, ui.px(5), 1);
  const auto on_map = [&](Point p) { return ImVec2{from.x + pad + p.x * by, from.y + pad + p.y * by}; };
  const auto selected = id_of(workspace, selected_card(workspace, view));
  for (const auto& p : canvas.placed) {
    const auto a = on_map({p.at.x + sight.offset.x, p.at.y + sight.offset.y}),
               b = on_map({p.at.x + sight.offset.x + p.layout.width, p.at.y + sight.offset.y + p.layout.height});
    list->AddRectFilled(a, b, p.id == selected ? ui.ink.fainter : ui.ink.chip_border, ui.px(1));
  }
  const auto seen_from = on_map(sight.scroll), seen_to = on_map({sight.scroll.x + sight.size.x, sight.scroll.y + sight.size.y});
  compat::rectangle(list, seen_from, seen_to, ui.ink.accent, ui.px(2), ui.px(1.5f));
  area("map", from, size);
  if (ImGui::IsItemHovered()) tooltip_beside(ui, ui.tr("Drag to move the view. Ctrl+wheel over the ground zooms."));
  sight.map_dragged = ImGui::IsItemActive();
  if (sight.map_dragged) {
    const auto mouse = ImGui::GetIO().MousePos;
    sight.scroll_to = Point{(mouse.x - from.x - pad) / by - sight.size.x / 2, (mouse.y - from.y - pad) / by - sight.size.y / 2};
    ui.animating = true;
  }
  help_term(ui, "canvas", "minimap", from, to);
  ImGui::EndChild();
}

}  // namespace app
