#pragma once
// The dialog of all keys and mouse actions, in two columns.

#include "app/ui/ui.hpp"

namespace app {

void keys_dialog(Ui&, Requests&, bool first);

}  // namespace app
