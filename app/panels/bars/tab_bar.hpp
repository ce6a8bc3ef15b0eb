#pragma once
// The sheets that are open, a tab each; shown where there is more than one.

#include "app/ui/ui.hpp"

namespace app {

void tab_bar(Ui&, const Workspace&, Requests&, ImVec2 at, ImVec2 size);

}  // namespace app
