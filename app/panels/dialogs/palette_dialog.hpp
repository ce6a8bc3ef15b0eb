#pragma once
// The command palette: a field, and below it what it finds.

#include "app/ui/ui.hpp"

namespace app {

void palette_dialog(Ui&, const State&, Requests&, bool first);

}  // namespace app
