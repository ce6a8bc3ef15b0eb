#pragma once
// The panel of the sheet's entries. Only visible rows are drawn.

#include "app/ui/ui.hpp"

namespace app {

void sheet_panel(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, ImVec2 size);

}  // namespace app
