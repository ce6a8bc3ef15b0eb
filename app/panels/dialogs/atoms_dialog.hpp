#pragma once
// The browser of hardware atoms and layouts of shared memory: a search field, filters, and a list.

#include "app/ui/ui.hpp"

namespace app {

void atoms_dialog(Ui&, Requests&, bool first);

}  // namespace app
