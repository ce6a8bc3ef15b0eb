#pragma once
// What a warp asks of memory for this entry's elements: lines, sectors and banks, request by request, and a picture of the
// lines that are touched.

#include "app/panels/inspector/inspector_panel.hpp"

namespace app {

void memory_tab(Pen&, const Workspace&, const ViewState&, Requests&);

}  // namespace app
