#pragma once
// Frames around the cells that belong together, in grids of two modes. None are added where they would be too many to say anything.

#include "algebra/layout/layout.hpp"
#include "render/diagram.hpp"

namespace render {

/// Light frames around each piece of `pieces`, (element, piece) -> 1-D coordinate; none for a single piece, and none for pieces of one
/// element.
void frame_pieces(Diagram&, const algebra::Layout& pieces);

/// Frames around what each group of `together` threads has of the diagram's elements: (thread, value) -> 1-D coordinate. Elements that
/// several groups have are framed as theirs: "warps 0, 2". None for a single group.
void frame_groups(Diagram&, const algebra::Layout& owners, std::int64_t together, const char* one, const char* several);

/// The frames of warps: groups of 32 threads.
void frame_warps(Diagram&, const algebra::Layout& owners);

}  // namespace render
