#pragma once
// Opening and folding panels, and their places in the window. A panel is open because the user opened it, because the sheet needs it, or
// because it has contents to show.

#include <span>

#include "app/state/state.hpp"
#include "app/system/point.hpp"

namespace app {

bool is_open(const Workspace&, const ViewState&, const Session&, Panel);
PanelSet open_panels(const Workspace&, const ViewState&, const Session&);

/// Opens or folds the panel. Remembered for the document if its sheet sets the panels that it needs, else from run to run.
void show_panel(const Workspace&, ViewState&, Session&, Panel, bool open);
template <Panel panel>
void show_or_hide(const Workspace& workspace, ViewState& view, Session& session) {
  show_panel(workspace, view, session, panel, !is_open(workspace, view, session, panel));
}
/// Shows a tab of the inspector, and opens the inspector for it.
void show_inspector_tab(const Workspace&, ViewState&, Session&, InspectorTab);

/// Measures of the window, in pixels.
struct WindowRoom {
  Point at, size;
  float scale = 1;       ///< pixels per point
  float field = 0;       ///< height of a field
  float tabs = 0;        ///< height of the inspector's row of tabs
  bool several = false;  ///< there is a bar with a tab for each sheet
  float px(float points) const { return points * scale; }
};
struct PanelPlace {
  Point from, to;
  Point size() const { return {to.x - from.x, to.y - from.y}; }
  /// Converts to any other type of two corners.
  template <class Rectangle>
  requires requires(const Rectangle& r) { r.from.x, r.to.y; }
  operator Rectangle() const { return {from, to}; }  // NOLINT(google-explicit-constructor)
};
/// The places of the window's parts, and which panels are open. Panels that are not shown are empty.
struct WindowPlaces {
  PanelPlace sheet, operations, canvas, inspector, launch, menus, status;
  PanelPlace page;  ///< everything between the bars
  PanelSet open;
  bool is_open(Panel panel) const { return open.test(static_cast<std::size_t>(panel)); }
};
/// Returns only the bars above and below, without panels.
WindowPlaces bar_places(const WindowRoom&);
/// Returns the places of all panels, in the set sizes if they fit: in points, 0 for the default.
WindowPlaces panel_places(const WindowRoom&, const PanelSizes& wanted, float launch_height, PanelSet open);
/// Returns the width of the sheet beside a lesson's map.
float sheet_beside_map(const WindowRoom&, const PanelSizes& wanted);

/// A step of the first run's tour: its text, and the highlighted part of the window. In English.
struct TourStep {
  const char *title, *text;
  PanelPlace WindowPlaces::*where;
};
std::span<const TourStep> tour_steps();
/// Returns the place of a card of that size: beside the highlighted part if there is room, else within it; `gap` from all edges.
Point beside_place(const PanelPlace&, Point size, Point window, float gap);

}  // namespace app
