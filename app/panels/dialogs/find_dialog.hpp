#pragma once
// The finder: who touches a tile, which layouts are candidates, and the best of them.

#include "app/ui/ui.hpp"

namespace app {

struct FinderView;  ///< what the dialog keeps

void find_dialog(Ui&, const Workspace&, const ViewState&, Requests&, bool first);

}  // namespace app
