#pragma once
// The layout of the window: its panels and the draggable edges between them. Each panel draws into its rectangle, reads the
// state and emits requests.

#include "app/ui/ui.hpp"

namespace app {

void draw_window(Ui&, const State&, Requests&);

}  // namespace app
