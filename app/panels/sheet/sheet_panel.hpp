#pragma once
// The sheet: type, and grids follow. Only the rows in sight are drawn.

#include "app/ui/ui.hpp"

namespace app {

void sheet_panel(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, ImVec2 size);

}  // namespace app
