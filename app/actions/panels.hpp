#pragma once
// Opening and folding panels. A panel is open because the user opened it, because the sheet says that it needs it, or because it
// has something to show.

#include "app/state/state.hpp"

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

}  // namespace app
