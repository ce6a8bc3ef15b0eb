#pragma once
// The properties tab: size, rank, injectivity and other properties of a layout.

#include "app/panels/inspector/inspector_panel.hpp"

namespace app {

void properties_tab(Rows&, const Workspace&, const ViewState&);

}  // namespace app
