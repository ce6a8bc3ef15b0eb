#pragma once
// What the sheet's program is given, above the entries: a slider and a field for each number, a field for each type.

#include "app/ui/ui.hpp"

namespace app {

/// Its height where the sheet's panel is `width` wide and `room` high; 0 if the sheet has no parameters.
float needs_strip_height(const Ui&, const Workspace&, const ViewState&, float width, float room);
void needs_strip(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, ImVec2 size);

}  // namespace app
