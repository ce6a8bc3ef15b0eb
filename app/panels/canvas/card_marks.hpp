#pragma once
// What stands out in a card's grid: counterparts of the element that is pointed at, who is isolated, what differs.

#include "app/panels/canvas/card.hpp"

namespace app {

/// LinkedElements, isolation, differences: everything that stands out in the grid.
void mark_card(Ui&, const Workspace&, const ViewState&, const CardGrid&, CellAt under);
/// What pointing at a cell and clicking it do.
void point_in_card(Ui&, const Workspace&, const ViewState&, Requests&, const CardGrid&, CellAt under);

}  // namespace app
