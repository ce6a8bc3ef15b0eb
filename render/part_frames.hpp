#pragma once
// Frames around the cells that belong together.

#include <vector>

#include "algebra/layout/layout.hpp"
#include "render/diagram.hpp"

namespace render {

/// Frames around what each group of `together` threads has of the diagram's elements: (thread, value) -> 1-D coordinate. Elements that
/// several groups have are framed as theirs: "warps 0, 2". None for a single group.
void frame_groups(Diagram&, const algebra::Layout& owners, std::int64_t together, const char* one, const char* several);

/// Light frames around each piece of `pieces`, (element, piece) -> 1-D coordinate; none for a single piece, and none for pieces of one
/// element.
void frame_pieces(Diagram&, const algebra::Layout& pieces);

}  // namespace render
