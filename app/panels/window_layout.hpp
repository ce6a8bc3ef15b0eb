#pragma once
// The whole window: where its panels stand, and the edges between them that can be dragged. Each panel draws into the
// rectangle that it is given, reads the state and emits requests.

#include "app/ui/ui.hpp"

namespace app {

void draw_window(Ui&, const State&, Requests&);

}  // namespace app
