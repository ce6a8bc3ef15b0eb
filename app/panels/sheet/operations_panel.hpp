#pragma once
// The searchable operations beneath the sheet. A click or Enter inserts a call with the chosen entries; the search field also
// accepts pasted text.

#include "app/ui/ui.hpp"

namespace app {

void operations_panel(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, ImVec2 size);

}  // namespace app
