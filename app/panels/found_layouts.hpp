#pragma once
// The layouts that the finder has for an entry or for the launch, as the items of a menu.

#include "app/actions/requests.hpp"
#include "app/ui/ui.hpp"

namespace app {

/// Draws them in the open menu or popup; a click puts one into the sheet. `entry`: of_launch for the launch's tile.
void found_layouts(Ui&, const Workspace&, Requests&, int entry);

}  // namespace app
