#pragma once
// All keys and what the mouse does, in two columns.

#include "app/ui/ui.hpp"

namespace app {

void keys_dialog(Ui&, Requests&);

}  // namespace app
