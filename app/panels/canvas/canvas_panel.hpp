#pragma once
// The canvas: a card for each visible value, arranged automatically or where the user has moved it.

#include "app/ui/ui.hpp"

namespace app {

void canvas_panel(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, ImVec2 size);

}  // namespace app
