#pragma once
// What makes a card larger, and what pulls its grid to another shape.

#include "app/panels/canvas/card.hpp"

namespace app {

/// The edges of a card, which make it larger and smaller. Put them before anything else in the card.
void card_edges(Ui&, const Workspace&, const ViewState&, CardRef, const CardLayout&, ImVec2 at);
/// The corner of a grid, which pulls its entry to another shape. Put it before the grid.
void pull_corner(Ui&, const Workspace&, Requests&, CardRef, const Picture&, const CardLayout&, ImVec2 grid_at);

}  // namespace app
