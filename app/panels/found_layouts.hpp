#pragma once
// The layouts that the finder has for an entry or for the launch, as the items of a menu.

#include "app/actions/requests.hpp"
#include "app/launch/layout_search.hpp"
#include "app/ui/ui.hpp"

namespace app {

/// Draws them in the open menu or popup; a click puts one into the sheet. `entry`: of_launch for the launch's tile.
void found_layouts(Ui&, const Workspace&, Requests&, int entry);

/// A tooltip: each access of a layout with its banks and the lanes that meet, and the same of the present layout.
void compare_with_now(const Ui&, const gpu::TileQuestion&, const gpu::Answer&, const gpu::RankedLayout&);

/// The banks of the worst phase of an access: the more words a bank has to give, the higher it stands, and red beyond one.
/// cell: the width of a bank. Returns the height.
float draw_banks(const Ui&, ImVec2 at, const BankWords&, float cell);

}  // namespace app
