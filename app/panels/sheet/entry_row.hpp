#pragma once
// One entry of the sheet: its number, its text, and beneath it the value, what is said of it, or what is wrong.

#include "app/panels/sheet/sheet_parts.hpp"

namespace app {

/// One entry. Returns the height of its row.
float entry_row(Ui&, const Workspace&, const ViewState&, Requests&, int index, int number, ImVec2 at, float width);

}  // namespace app
