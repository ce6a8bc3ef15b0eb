#pragma once
// The parts of the window.

#include "app/ui/ui.hpp"

namespace app {

// Each draws into the rectangle it is given, reads the state and says what it wants done.
void top_bar(Ui&, const State&, Requests&, ImVec2 at, ImVec2 size);
void tab_bar(Ui&, const Workspace&, Requests&, ImVec2 at, ImVec2 size);
void sheet_panel(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, ImVec2 size);
void operations_panel(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, ImVec2 size);
void canvas_panel(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, ImVec2 size);
void inspector_panel(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, ImVec2 size);
void gpu_panel(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, ImVec2 size);
void status_bar(Ui&, const Workspace&, const HostRequests&, Requests&, ImVec2 at, ImVec2 size);
void dialogs(Ui&, const State&, Requests&);
void help_card(Ui&, const ViewState&, Requests&);
void tour(Ui&, const ViewState&, Requests&);
/// The whole window, from the panels above.
void draw_window(Ui&, const State&, Requests&);

}  // namespace app
