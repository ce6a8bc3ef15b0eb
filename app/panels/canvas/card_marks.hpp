#pragma once
// Marks in a card's grid: linked elements, isolation, differences.

#include "app/panels/canvas/card.hpp"

namespace app {

/// Draws all marks of the grid. under: the cell under the mouse.
void mark_card(Ui&, const Workspace&, const ViewState&, const CardGrid&, CellAt under);
/// Handles pointing at a cell and clicking it.
void point_in_card(Ui&, const Workspace&, const ViewState&, Requests&, const CardGrid&, CellAt under);

}  // namespace app
