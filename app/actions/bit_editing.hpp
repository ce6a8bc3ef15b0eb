#pragma once
// Editing a matrix over F2 by its bits: the layout follows.

#include "app/state/state.hpp"

namespace app {

/// Toggles an entry of the matrix that the sheet's entry shows, in one undo step. A matrix of columns gets another column. The layout that
/// the matrix is of, or that its tensor has, gets these bits where its numbers are written; the pointer stays. A layout that is computed
/// stays, and one with these bits is added below it. Where no layout has them, nothing changes, and the status bar says what is nearest.
void toggle_bit(Workspace&, HostRequests&, int entry, int row, int column);

}  // namespace app
