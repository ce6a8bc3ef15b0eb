#pragma once
// The menu bar at the top and the status bar at the bottom.

#include "app/ui/ui.hpp"

namespace app {

void top_bar(Ui&, const State&, Requests&, ImVec2 at, ImVec2 size);
void status_bar(Ui&, const State&, Requests&, ImVec2 at, ImVec2 size);

// The bar with a tab for each open sheet, shown if there is more than one.
void tab_bar(Ui&, const Workspace&, Requests&, ImVec2 at, ImVec2 size);

}  // namespace app
