#pragma once
// An editable grid of numbers: clicks and strokes number its cells in order, keys write into them.

#include "app/import/table_grid.hpp"
#include "app/ui/ui.hpp"

namespace app {

/// Draws the grid in a rectangle that scrolls, and follows mouse and keys if it is editable. Returns true if a cell has changed.
bool table_painter(Ui&, TablePainter&, const TableMarks&, bool editable, ImVec2 size);

}  // namespace app
