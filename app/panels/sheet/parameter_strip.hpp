#pragma once
// Sliders for the numbers of the selected entry, at the foot of the sheet. Ticks stand at the values that work.

#include "app/panels/sheet/sheet_parts.hpp"

namespace app {

/// Sliders for the numbers of the selected entry. Height that it wants, and drawing.
float parameter_strip_height(Ui&, const Workspace&, const ViewState&, float room);
void parameter_strip(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, ImVec2 size);

}  // namespace app
