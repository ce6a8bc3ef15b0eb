#pragma once
// The memory tab: lines, sectors and banks of the warp requests for the entry's elements, with a picture of the touched lines.

#include "app/panels/inspector/inspector_panel.hpp"

namespace app {

void memory_tab(Rows&, const Workspace&, const ViewState&, Requests&);

}  // namespace app
