#pragma once
// The bar with a tab for each open sheet, shown if there is more than one.

#include "app/ui/ui.hpp"

namespace app {

void tab_bar(Ui&, const Workspace&, Requests&, ImVec2 at, ImVec2 size);

}  // namespace app
