#pragma once
// The finder's layouts for an entry or the launch, as items of a menu.

#include "app/actions/requests.hpp"
#include "app/launch/layout_search.hpp"
#include "app/ui/ui.hpp"

namespace app {

/// Draws the layouts in the open menu or popup; a click adds one to the sheet. `entry`: of_launch for the launch's tile.
void found_layouts(Ui&, const Workspace&, Requests&, int entry);

/// Draws a tooltip that compares a layout with the present one: each access with its banks and the conflicting lanes.
void compare_with_now(const Ui&, const gpu::TileQuestion&, const gpu::Answer&, const gpu::RankedLayout&);

/// Draws the banks of an access's worst phase as bars: the height is the number of words, red above one. cell: the width of a bank. Returns
/// the height.
float draw_banks(const Ui&, ImVec2 at, const BankWords&, float cell);

}  // namespace app
