#pragma once
// The canvas: a card per visible value, in rows from left to right, or wherever somebody has put it.

#include "app/ui/ui.hpp"

namespace app {

void canvas_panel(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, ImVec2 size);

}  // namespace app
