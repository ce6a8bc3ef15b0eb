#include "app/actions/panels.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace app {
namespace {

constexpr std::size_t at(Panel panel) { return static_cast<std::size_t>(panel); }

/// Returns whether a panel has contents without a search or a click.
bool has_content(const Workspace& workspace, Panel panel) {
  const auto& sheet = workspace.sheet();
  if (panel == Panel::gpu) return !sheet.launch.empty();
  return panel == Panel::inspector &&
         std::any_of(sheet.entries.begin(), sheet.entries.end(), [](const Entry& e) { return e.pin.has_value(); });
}

/// Returns the size set by the user or the default, within the limits of the window.
float within(const WindowRoom& room, float wanted, float usual, float least, float most) {
  return std::clamp(wanted > 0 ? room.px(wanted) : usual, std::min(usual, least), std::max(usual, most));
}

float sheet_width(const WindowRoom& room, const PanelSizes& wanted) {
  const float across = room.size.x;
  const float usual = std::clamp(across * 0.2325f, std::clamp(across * 0.36f, room.px(270), room.px(330)), room.px(420));
  return within(room, wanted.sheet, usual, room.px(220), across * 0.45f);
}

}  // namespace

bool is_open(const Workspace& workspace, const ViewState& view, const Session& session, Panel panel) {
  const auto& needed = workspace.sheet().panels;
  if (!needed) return session.panels_open[at(panel)].value_or(has_content(workspace, panel));
  const auto here = view.panels_open.find(workspace.document().id);
  return here != view.panels_open.end() ? here->second[at(panel)].value_or(needed->test(at(panel))) : needed->test(at(panel));
}

PanelSet open_panels(const Workspace& workspace, const ViewState& view, const Session& session) {
  PanelSet open;
  for (std::size_t i = 0; i < panel_count; ++i) open.set(i, is_open(workspace, view, session, static_cast<Panel>(i)));
  return open;
}

void show_panel(const Workspace& workspace, ViewState& view, Session& session, Panel panel, bool open) {
  auto& choices = workspace.sheet().panels ? view.panels_open[workspace.document().id] : session.panels_open;
  choices[at(panel)] = open;
}

void show_inspector_tab(const Workspace& workspace, ViewState& view, Session& session, InspectorTab tab) {
  view.inspector.tab = tab;
  show_panel(workspace, view, session, Panel::inspector, true);
}

WindowPlaces bar_places(const WindowRoom& room) {
  const auto [at, size] = std::pair(room.at, room.size);
  const float bar = room.px(42), top = bar + (room.several ? room.px(31) : 0.0f), foot = room.px(26);
  return {.menus = {at, {at.x + size.x, at.y + bar}},
          .status = {{at.x, at.y + size.y - foot}, {at.x + size.x, at.y + size.y}},
          .page = {{at.x, at.y + top}, {at.x + size.x, at.y + size.y - foot}}};
}

WindowPlaces panel_places(const WindowRoom& room, const PanelSizes& wanted, float launch_height, PanelSet open) {
  auto places = bar_places(room);
  places.open = open;
  const auto& [from, to] = places.page;
  const float across = room.size.x, down = room.size.y, height = to.y - from.y;
  const float left = sheet_width(room, wanted);
  const float right = within(room, wanted.inspector, std::clamp(across * 0.21f, room.px(276), room.px(380)), room.px(200), across * 0.4f);
  const float palette =
      places.is_open(Panel::operations)
          ? within(room, wanted.operations, std::clamp(down * 0.336f, room.px(150), room.px(360)), room.px(90), height * 0.7f)
          : room.px(20) + room.field;
  const float below = places.is_open(Panel::gpu)
                          ? within(room, launch_height, std::clamp(down * 0.287f, room.px(252), room.px(340)), room.px(160), height * 0.78f)
                          : room.px(33);
  // A folded inspector is only its row of tabs above the canvas.
  const bool beside = places.is_open(Panel::inspector);
  const float middle = across - left - (beside ? right : 0), tabs = beside ? 0 : room.tabs;
  places.sheet = {from, {from.x + left, to.y - palette}};
  places.operations = {{from.x, to.y - palette}, {from.x + left, to.y}};
  places.canvas = {{from.x + left, from.y + tabs}, {from.x + left + middle, to.y - below}};
  places.inspector = {{from.x + (beside ? across - right : left), from.y}, {from.x + across, beside ? to.y - below : from.y + tabs}};
  places.launch = {{from.x + left, to.y - below}, {from.x + across, to.y}};
  return places;
}

float sheet_beside_map(const WindowRoom& room, const PanelSizes& wanted) {
  const float left = sheet_width(room, wanted);
  return wanted.sheet > 0 ? left : std::min(left, std::max(room.px(270), room.size.x * 0.26f));
}

namespace {

constexpr std::array steps{
    TourStep{"Write layouts here",
             "One a line: a layout such as (8,8):(8,1), or any CuTe function of the ones above it. Everything follows as you type, and a "
             "number can be dragged sideways.",
             &WindowPlaces::sheet},
    TourStep{"See them as grids", "Every entry has a card. Colour it by tile, thread, bank or sector with the words at its top right.",
             &WindowPlaces::canvas},
    TourStep{
        "Point at an element",
        "Its counterparts light up in every card, and the inspector works out its coordinates, its index and its address. Click to pin "
        "it; the tabs explain the operation step by step.",
        &WindowPlaces::inspector},
    TourStep{"Run the partition",
             "The launch runs as a real kernel, and you see which thread touched which element, request by request, and what that costs in "
             "memory.",
             &WindowPlaces::launch},
    TourStep{"Find everything else",
             "Ctrl+K finds any command, entry or file by a few letters. F1 explains what is under the pointer. The Lessons begin at the "
             "beginning.",
             &WindowPlaces::menus},
};

}  // namespace

std::span<const TourStep> tour_steps() { return steps; }

Point beside_place(const PanelPlace& lit, Point size, Point room, float gap) {
  const float middle = std::clamp((lit.from.y + lit.to.y - size.y) / 2, gap, std::max(gap, room.y - size.y - gap));
  const float centre = std::clamp((lit.from.x + lit.to.x - size.x) / 2, gap, std::max(gap, room.x - size.x - gap));
  if (lit.to.x + gap + size.x < room.x) return {lit.to.x + gap, middle};
  if (lit.from.x - gap - size.x > 0) return {lit.from.x - gap - size.x, middle};
  if (lit.from.y - gap - size.y > 0) return {centre, lit.from.y - gap - size.y};
  if (lit.to.y + gap + size.y < room.y) return {centre, lit.to.y + gap};
  return {centre, middle};
}

}  // namespace app
