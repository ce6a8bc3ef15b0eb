#pragma once
// A grid of numbers that is painted: clicks and strokes number its cells in their order, keys write into them.

#include "app/import/table_grid.hpp"
#include "app/ui/ui.hpp"

namespace app {

/// Draws the grid in a rectangle that scrolls, and follows mouse and keys if it is editable. True if a cell has changed.
bool table_painter(Ui&, TablePainter&, const TableMarks&, bool editable, ImVec2 size);

}  // namespace app
