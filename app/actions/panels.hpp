#pragma once
// Opening and folding panels. A panel is open because the user opened it, because the sheet says that it needs it, or because it
// has something to show. Where each of them is in the window.

#include <span>

#include "app/state/state.hpp"
#include "app/system/point.hpp"

namespace app {

bool is_open(const Workspace&, const ViewState&, const Session&, Panel);
PanelSet open_panels(const Workspace&, const ViewState&, const Session&);

/// Opens or folds the panel. Remembered for the document if its sheet says which panels it needs, else from run to run.
void show_panel(const Workspace&, ViewState&, Session&, Panel, bool open);
template <Panel panel>
void show_or_hide(const Workspace& workspace, ViewState& view, Session& session) {
  show_panel(workspace, view, session, panel, !is_open(workspace, view, session, panel));
}
/// Shows a tab of the inspector, and opens the inspector for it.
void show_inspector_tab(const Workspace&, ViewState&, Session&, InspectorTab);

/// What the window has for its parts, in pixels.
struct WindowRoom {
  Point at, size;
  float scale = 1;       ///< pixels of a point
  float field = 0;       ///< height of a field
  float tabs = 0;        ///< height of the inspector's row of tabs
  bool several = false;  ///< there is a bar with a tab for each sheet
  float px(float points) const { return points * scale; }
};
struct PanelPlace {
  Point from, to;
  Point size() const { return {to.x - from.x, to.y - from.y}; }
  /// As any other type of two corners.
  template <class Rectangle>
  requires requires(const Rectangle& r) { r.from.x, r.to.y; }
  operator Rectangle() const { return {from, to}; }  // NOLINT(google-explicit-constructor)
};
/// Where the parts of the window are, and which of its panels are open. Panels that are not there are empty.
struct WindowPlaces {
  PanelPlace sheet, operations, canvas, inspector, launch, menus, status;
  PanelPlace page;  ///< all between the bars
  PanelSet open;
  bool is_open(Panel panel) const { return open.test(static_cast<std::size_t>(panel)); }
};
/// The bars above and below, and no panel.
WindowPlaces bar_places(const WindowRoom&);
/// All panels, as wide and as high as is wanted where there is room: in points, 0 for the usual.
WindowPlaces panel_places(const WindowRoom&, const PanelSizes& wanted, float launch_height, PanelSet open);
/// The width of the sheet beside a lesson's map.
float sheet_beside_map(const WindowRoom&, const PanelSizes& wanted);

/// A step of the tour of the first run: what it says of which part of the window. In English.
struct TourStep {
  const char *title, *text;
  PanelPlace WindowPlaces::*where;
};
std::span<const TourStep> tour_steps();
/// Where a card of that size stands: beside the place where there is room, else within it; `gap` from all edges.
Point beside_place(const PanelPlace&, Point size, Point window, float gap);

}  // namespace app
