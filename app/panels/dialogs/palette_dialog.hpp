#pragma once
// The dialog of the command palette: a search field and its results.

#include "app/ui/ui.hpp"

namespace app {

void palette_dialog(Ui&, const State&, Requests&, bool first);

}  // namespace app
