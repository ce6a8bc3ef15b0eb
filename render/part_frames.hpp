#pragma once
// Frames around the cells that belong together.

#include "algebra/layout/layout.hpp"
#include "render/diagram.hpp"
#include "render/index_map.hpp"

namespace render {

/// Adds frames to a diagram, which is to stay the same otherwise. None are added where they would be too many to say anything.
class PartFrames {
 public:
  explicit PartFrames(Diagram&);

  /// Light frames around each piece of `pieces`, (element, piece) -> 1-D coordinate; none for a single piece, and none for pieces of one
  /// element.
  void add_pieces(const algebra::Layout& pieces);
  /// Frames around what each group of `together` threads has of the diagram's elements: (thread, value) -> 1-D coordinate. Elements that
  /// several groups have are framed as theirs: "warps 0, 2". None for a single group.
  void add_groups(const algebra::Layout& owners, std::int64_t together, const char* one, const char* several);

 private:
  Diagram& d_;
  IndexMap cells_;  ///< the number of each element's cell, row-major, by its 1-D coordinate
};

/// The frames of warps: add_groups of 32 threads.
void frame_warps(Diagram&, const algebra::Layout& owners);

}  // namespace render
