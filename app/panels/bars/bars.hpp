#pragma once
// The bar at the top (menus, chips) and the line at the bottom (what happened, how fast).

#include "app/ui/ui.hpp"

namespace app {

void top_bar(Ui&, const State&, Requests&, ImVec2 at, ImVec2 size);
void status_bar(Ui&, const Workspace&, const HostRequests&, Requests&, ImVec2 at, ImVec2 size);

}  // namespace app
