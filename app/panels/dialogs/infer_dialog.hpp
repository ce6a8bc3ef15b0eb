#pragma once
// A pasted table of indices, and the layout behind it.

#include "app/ui/ui.hpp"

namespace app {

void infer_dialog(Ui&, const Workspace&, const ViewState&, Requests&, bool first);

}  // namespace app
