#pragma once
// Where the elements of one mode stand in a grid.

#include <vector>

#include "render/diagram.hpp"

namespace render {

/// Cells side by side.
struct CellBlock {
  std::int64_t row = 0, column = 0, rows = 1, columns = 1;
  friend bool operator==(const CellBlock&, const CellBlock&) = default;
};

/// The elements of a mode of the diagram's shape, those whose coordinates in all other modes are 0: one block for rows
/// and columns, one cell a slab (or in its own slice) for a mode beyond those. Only blocks that reach into `sight`; where
/// they would be more than a thousand, one block from the first to the last.
std::vector<CellBlock> mode_cells(const Diagram&, int mode, const CellBlock& sight);

}  // namespace render
