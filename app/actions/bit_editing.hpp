#pragma once
// Editing a matrix over F2 by its bits: the layout follows.

#include "app/state/state.hpp"

namespace app {

/// Toggles an entry of the matrix that the sheet's entry shows, in one undo step. A matrix of columns gets another column; the entry of the
/// layout that the matrix is of gets the layout with these bits. A layout that is no literal stays, and one with these bits is added
/// below it. Where no layout has them, nothing changes, and the status bar says what is nearest.
void toggle_bit(Workspace&, ViewState&, HostRequests&, int entry, int row, int column);

}  // namespace app
