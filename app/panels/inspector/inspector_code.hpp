#pragma once
// The entry as a program in the languages that CuTe is written in.

#include "app/panels/inspector/inspector_panel.hpp"

namespace app {

void code_tab(Pen&, const Workspace&, const ViewState&, Requests&);

}  // namespace app
