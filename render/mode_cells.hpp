#pragma once
// Finds the cells of one mode's elements in a grid.

#include <vector>

#include "render/diagram.hpp"

namespace render {

/// Returns the cells of a mode's elements, whose coordinates in all other modes are 0: one block for rows and columns; for a further mode
/// one cell per slab, or one in its own slice. Returns only blocks that overlap `sight`; more than a thousand are replaced by one block
/// from the first to the last.
std::vector<CellBlock> mode_cells(const Diagram&, int mode, const CellBlock& sight);

}  // namespace render
