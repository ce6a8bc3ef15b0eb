#pragma once
// The cells of one mode's elements in a grid.

#include <vector>

#include "render/diagram.hpp"

namespace render {

/// The cells of a mode's elements, those whose coordinates in all other modes are 0: one block for rows and columns;
/// for a mode beyond those one cell per slab, or one in its own slice. Returns only blocks that overlap `sight`; in
/// place of more than a thousand, one block from the first to the last.
std::vector<CellBlock> mode_cells(const Diagram&, int mode, const CellBlock& sight);

}  // namespace render
