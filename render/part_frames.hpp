#pragma once
// Frames cells that belong together, in grids of two modes. Adds none if they would be too many to be useful.

#include "algebra/layout/layout.hpp"
#include "render/diagram.hpp"

namespace render {

/// Adds light frames around each piece of `pieces`, (element, piece) -> 1-D coordinate; none for a single piece, or pieces of one element.
void frame_pieces(Diagram&, const algebra::Layout& pieces);

/// Frames the diagram's elements of each group of `together` threads: (thread, value) -> 1-D coordinate. Elements shared by several groups
/// are framed as theirs: "warps 0, 2". None for a single group.
void frame_groups(Diagram&, const algebra::Layout& owners, std::int64_t together, const char* one, const char* several);

/// Frames the elements of each warp, a group of 32 threads.
void frame_warps(Diagram&, const algebra::Layout& owners);

}  // namespace render
