#pragma once
// The code tab: the entry as CuTe C++, CuTe DSL or pycute.

#include "app/panels/inspector/inspector_panel.hpp"

namespace app {

void code_tab(Rows&, const Workspace&, const ViewState&, Requests&);

}  // namespace app
