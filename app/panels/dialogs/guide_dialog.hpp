#pragma once
// The guide and the reference in the window: the pages of docs/, with a search over all of them.

#include "app/ui/ui.hpp"

namespace app {

void guide_dialog(Ui&, const ViewState&, Requests&, bool first);

}  // namespace app
