#pragma once
// A row of the sheet: the entry's number and text, and beneath it its value and summary, or its problem.

#include "app/panels/sheet/sheet_parts.hpp"

namespace app {

/// Draws the row and returns its height.
float entry_row(Ui&, const Workspace&, const ViewState&, Requests&, int index, int number, ImVec2 at, float width);

}  // namespace app
