#pragma once
// Resizing a card by its edges, and reshaping its entry by the grid's corner.

#include "app/panels/canvas/card.hpp"

namespace app {

/// The draggable edges of a card. Call this before anything else in the card.
void card_edges(Ui&, const Workspace&, const ViewState&, CardRef, const CardLayout&, ImVec2 at);
/// The grid's corner, whose drag reshapes the entry. Call this before the grid.
void pull_corner(Ui&, const Workspace&, Requests&, CardRef, const Picture&, const CardLayout&, ImVec2 grid_at);

}  // namespace app
