#pragma once
// Where no file dialog of the desktop is installed: a path with completion, and what is in its folder.

#include "app/ui/ui.hpp"

namespace app {

void path_dialog(Ui&, const Workspace&, const ViewState&, const HostRequests&, Requests&, bool first);

}  // namespace app
