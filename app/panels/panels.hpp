#pragma once
// The parts of the window.

#include "app/ui/ui.hpp"

namespace app {

// Each draws into the rectangle it is given, reads the App and says what it wants done.
void top_bar(Ui&, const App&, Actions&, ImVec2 at, ImVec2 size);
void tab_bar(Ui&, const App&, Actions&, ImVec2 at, ImVec2 size);
void sheet_panel(Ui&, const App&, Actions&, ImVec2 at, ImVec2 size);
void operations_panel(Ui&, const App&, Actions&, ImVec2 at, ImVec2 size);
void canvas_panel(Ui&, const App&, Actions&, ImVec2 at, ImVec2 size);
void inspector_panel(Ui&, const App&, Actions&, ImVec2 at, ImVec2 size);
void gpu_panel(Ui&, const App&, Actions&, ImVec2 at, ImVec2 size);
void status_bar(Ui&, const App&, Actions&, ImVec2 at, ImVec2 size);
void dialogs(Ui&, const App&, Actions&);
void help_card(Ui&, const App&, Actions&);
void tour(Ui&, const App&, Actions&);
/// The whole window, from the panels above.
void draw_window(Ui&, const App&, Actions&);

}  // namespace app
