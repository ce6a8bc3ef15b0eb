#pragma once
// Edits a matrix over F2 by its bits, and the layout with it.

#include "app/state/state.hpp"

namespace app {

/// Toggles an entry of the matrix that the sheet's entry shows, in one undo step. A matrix given by columns gets another column. The layout
/// of the matrix, or of its tensor, gets these bits where its numbers are written; the pointer stays. A computed layout stays, and one with
/// these bits is added below it. If no layout has these bits, nothing changes, and the status bar shows the nearest.
void toggle_bit(Workspace&, HostRequests&, int entry, int row, int column);

}  // namespace app
