#pragma once
// Sliders for the numbers of the selected entry, beneath the sheet. Ticks mark the values that satisfy its contract.

#include "app/panels/sheet/sheet_parts.hpp"

namespace app {

/// The height that the strip needs, within `room`.
float parameter_strip_height(Ui&, const Workspace&, const ViewState&, float room);
void parameter_strip(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, ImVec2 size);

}  // namespace app
