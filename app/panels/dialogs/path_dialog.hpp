#pragma once
// Our own file dialog, used if the desktop has none: a path field with completion, and the contents of its folder.

#include "app/ui/ui.hpp"

namespace app {

void path_dialog(Ui&, const Workspace&, const ViewState&, const HostRequests&, Requests&, bool first);

}  // namespace app
