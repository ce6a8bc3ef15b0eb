#include "app/panels/canvas/canvas_sight.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/actions/cards.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

/// The canvas in pixels as drawn; at least what is in sight.
ImVec2 extent_of(const CanvasState& canvas) {
  const auto& s = canvas.sight;
  return {std::max(s.size.x, canvas.width * s.zoom), std::max(s.size.y, canvas.height * s.zoom)};
}

ImVec2 within(const CanvasState& canvas, ImVec2 scroll) {
  const auto all = extent_of(canvas);
  return {std::round(std::clamp(scroll.x, 0.0f, all.x - canvas.sight.size.x)),
          std::round(std::clamp(scroll.y, 0.0f, all.y - canvas.sight.size.y))};
}

bool holds(ImVec2 from, ImVec2 size, ImVec2 p) { return p.x >= from.x && p.y >= from.y && p.x < from.x + size.x && p.y < from.y + size.y; }

/// The grid of a card, which zooms on its own.
bool is_over_grid(const CanvasState& canvas, ImVec2 p) {
  return std::ranges::any_of(canvas.placed, [&](const PlacedCard& c) {
    return holds({c.at.x + c.layout.grid_x, c.at.y + c.layout.grid_y}, {c.layout.grid_width, c.layout.grid_height}, p);
  });
}

/// Makes the selected card as large as the view allows, and brings it to its middle.
void fit_selected(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests) {
  auto& canvas = canvas_of(ui);
  auto& sight = canvas.sight;
  if (sight.fitted == view.cards.fit) return;
  const auto found = std::ranges::find(canvas.arranged, id_of(workspace, selected_card(workspace, view)), &PlacedCard::id);
  sight.fitted = view.cards.fit;
  if (found == canvas.arranged.end()) return;
  const float gap = ui.px(24), base = canvas_zoom(workspace, view).whole ? sight.whole_zoom : 1;
  const float zoom = std::min((sight.size.x - gap) / found->layout.width, (sight.size.y - gap) / found->layout.height);
  sight.anchor = CanvasSight::Anchor{{found->at.x + found->layout.width / 2, found->at.y + found->layout.height / 2},
                                     {sight.size.x / 2, sight.size.y / 2}};
  requests.add<zoom_canvas>(std::clamp(zoom, least_canvas_zoom, largest_canvas_zoom) / base);
  ui.animating = true;
}

void zoom_by_wheel(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, ImVec2 pointer, ImVec2 scroll) {
  auto& canvas = canvas_of(ui);
  auto& sight = canvas.sight;
  const auto& io = ImGui::GetIO();
  if (io.MouseWheel == 0 || !io.KeyCtrl || !ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows)) return;
  const ImVec2 on_canvas{pointer.x + scroll.x - sight.offset.x, pointer.y + scroll.y - sight.offset.y};
  if (is_over_grid(canvas, on_canvas)) return;
  float zoom = std::clamp(sight.zoom * std::pow(1.2f, io.MouseWheel), least_canvas_zoom, largest_canvas_zoom);
  if (std::abs(zoom - 1) < 0.02f) zoom = 1;  // where letters are sharpest
  sight.anchor = CanvasSight::Anchor{{on_canvas.x / sight.zoom, on_canvas.y / sight.zoom}, pointer};
  requests.add<zoom_canvas>(zoom / (canvas_zoom(workspace, view).whole ? sight.whole_zoom : 1));
}

/// By how much the mouse drags the ground.
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
  auto& sight = canvas_of(ui).sight;
  const auto wanted = canvas_zoom(workspace, view);
  const float zoom = std::clamp((wanted.whole ? sight.whole_zoom : 1) * wanted.factor, least_canvas_zoom, largest_canvas_zoom);
  const bool changed = std::exchange(sight.zoom, zoom) != zoom;
  if (changed) sight.zoomed_at = view.now;
  // Letters are drawn smaller or larger while it changes, which is blurred, and rasterised anew once it rests.
  constexpr double rest = 0.25;
  const bool rests = view.now - sight.zoomed_at >= rest;
  if (zoom == 1) ui.canvas_wanted = 0;
  else if (rests) ui.canvas_wanted = ui.scale * std::clamp(zoom, 0.4f, 3.0f);
  else ui.animating = true;
  const auto all = extent_of(canvas_of(ui));
  const auto& canvas = canvas_of(ui);
  sight.offset =
      zoom == 1 ? ImVec2{} : ImVec2{std::floor((all.x - canvas.width * zoom) / 2), std::floor((all.y - canvas.height * zoom) / 2)};
  return changed;
}

ImVec2 look_around(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, ImVec2 at, bool zoomed) {
  auto& canvas = canvas_of(ui);
  auto& sight = canvas.sight;
  const auto mouse = ImGui::GetIO().MousePos;
  const ImVec2 before{ImGui::GetScrollX(), ImGui::GetScrollY()};
  auto scroll = before;
  const auto all = extent_of(canvas);
  const auto by = panned(sight, all.x > sight.size.x + 1 || all.y > sight.size.y + 1);
  scroll.x -= by.x, scroll.y -= by.y;
  if (const auto to = std::exchange(sight.scroll_to, std::nullopt)) scroll = *to;
  fit_selected(ui, workspace, view, requests);
  zoom_by_wheel(ui, workspace, view, requests, {mouse.x - at.x, mouse.y - at.y}, sight.scroll);
  // The middle of the view stays where it is, unless the pointer, or a card, is meant.
  if (zoomed) {
    const auto anchor = std::exchange(sight.anchor, std::nullopt);
    if (anchor)
      scroll = {anchor->point.x * sight.zoom + sight.offset.x - anchor->seen.x,
                anchor->point.y * sight.zoom + sight.offset.y - anchor->seen.y};
  }
  scroll = within(canvas, scroll);
  if (scroll.x != before.x) ImGui::SetScrollX(scroll.x);
  if (scroll.y != before.y) ImGui::SetScrollY(scroll.y);
  sight.scroll = scroll;
  return scroll;
}

void minimap(Ui& ui, const Workspace& workspace, const ViewState& view, ImVec2 at) {
  auto& canvas = canvas_of(ui);
  auto& sight = canvas.sight;
  const auto out_of_sight = [&](const PlacedCard& p) {
    constexpr float slack = 2;
    const ImVec2 from{p.at.x + sight.offset.x - sight.scroll.x, p.at.y + sight.offset.y - sight.scroll.y};
    return from.x < -slack || from.y < -slack || from.x + p.layout.width > sight.size.x + slack ||
           from.y + p.layout.height > sight.size.y + slack;
  };
  if (view.cards.full != 0 || canvas.drag.what != CardDrag::What::none || std::ranges::none_of(canvas.placed, out_of_sight)) {
    sight.map_dragged = false;
    return;
  }
  const auto all = extent_of(canvas);
  const float pad = ui.px(5), most_x = ui.px(132), most_y = ui.px(96);
  const float by = std::min(most_x / all.x, most_y / all.y);
  const ImVec2 size{all.x * by + 2 * pad, all.y * by + 2 * pad};
  if (size.x > sight.size.x / 2 || size.y > sight.size.y / 2) return;
  // In the corner in which it covers least.
  const float bar = ImGui::GetStyle().ScrollbarSize + ui.px(4), edge = ui.px(4);
  const std::array corners{ImVec2{sight.size.x - size.x - bar, sight.size.y - size.y - bar}, ImVec2{edge, sight.size.y - size.y - bar},
                           ImVec2{sight.size.x - size.x - bar, edge}};
  const auto covered = [&](ImVec2 corner) {
    float area = 0;
    for (const auto& p : canvas.placed) {
      const ImVec2 from{p.at.x + sight.offset.x - sight.scroll.x, p.at.y + sight.offset.y - sight.scroll.y};
      area += std::max(0.0f, std::min(corner.x + size.x, from.x + p.layout.width) - std::max(corner.x, from.x)) *
              std::max(0.0f, std::min(corner.y + size.y, from.y + p.layout.height) - std::max(corner.y, from.y));
    }
    return area;
  };
  const float slack = size.x * size.y / 5;
  for (std::size_t i = 0; i < corners.size(); ++i)
    if (!sight.map_dragged && covered(corners[i]) + slack < covered(corners[sight.map_corner])) sight.map_corner = i;
  const auto corner = corners[sight.map_corner];
  const ImVec2 from{std::round(at.x + corner.x), std::round(at.y + corner.y)}, to{from.x + size.x, from.y + size.y};
  ImGui::SetCursorScreenPos(from);
  compat::begin_child("minimap", size, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoBackground);
  auto* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(from, to, ui.ink.panel & IM_COL32(255, 255, 255, 235), ui.px(5));
  compat::rectangle(list, from, to, ui.ink.line, ui.px(5), 1);
  const auto on_map = [&](ImVec2 p) { return ImVec2{from.x + pad + p.x * by, from.y + pad + p.y * by}; };
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
    sight.scroll_to = ImVec2{(mouse.x - from.x - pad) / by - sight.size.x / 2, (mouse.y - from.y - pad) / by - sight.size.y / 2};
    ui.animating = true;
  }
  help_term(ui, "canvas", "minimap", from, to);
  ImGui::EndChild();
}

}  // namespace app
