#pragma once
// What kind of function a layout is.

#include "app/panels/inspector/inspector_panel.hpp"

namespace app {

void properties_tab(Pen&, const Workspace&, const ViewState&);

}  // namespace app
