#pragma once
// A grid of numbers that is painted: clicks and strokes number its cells in their order, keys write into them.

#include <optional>

#include "app/import/table_grid.hpp"
#include "app/ui/ui.hpp"

namespace app {

struct TablePainter {
  TableGrid grid;
  GridPlace cursor;                 ///< the cell that keys write into
  std::optional<GridPlace> stroke;  ///< the last cell of a stroke that is being drawn
  bool typing = false;              ///< the next digit goes behind those of the cursor's cell
  bool minus = false;               ///< a minus was typed, without a digit yet
  std::optional<GridPlace> reveal;  ///< scroll there in the next frame
};

/// Cells that are framed: the first one that no layout makes, and the one that would have to be another.
struct TableMarks {
  std::optional<GridPlace> refused, repaired;
};

/// Draws the grid in a rectangle that scrolls, and follows mouse and keys if it is editable. True if a cell has changed.
bool table_painter(Ui&, TablePainter&, const TableMarks&, bool editable, ImVec2 size);

}  // namespace app
