#pragma once
// The operations beneath the sheet: searchable, one click or Enter writes the call with the chosen entries. The same field
// takes pasted text.

#include "app/ui/ui.hpp"

namespace app {

void operations_panel(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, ImVec2 size);

}  // namespace app
