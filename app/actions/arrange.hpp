#pragma once
// Positions of cards on the canvas, and how large their cells are. All lengths are in the same unit, whichever it is; nothing here draws.

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "app/system/point.hpp"

namespace app {

struct Extent {
  float width = 0, height = 0;
};

/// A card to be placed.
struct Placing {
  /// Its size where its cells are `scale` times as large as usual; it grows with the scale, up to some size.
  std::function<Extent(float scale)> size;
  std::optional<Point> at;  ///< its fixed position, if the user moved it
};

struct Arrangement {
  std::vector<Point> spots;     ///< top left of each card, in the order given
  std::vector<float> scales;    ///< of its cells
  float width = 0, height = 0;  ///< of the area that they cover, with the gap around it
};

/// Whether cards may go on below what is in sight.
enum class Pages : unsigned char { one, many };

/// Places cards at least `gap` apart and without overlap, in the order given from left to right and from top to bottom, in blocks that
/// are split in turn across and down, with the largest cells for which there is room. What does not fit into one `room` at a readable
/// size goes on below, on pages as high as the room: none is cut by its edge unless it is larger than the room. With Pages::one it
/// stands beyond the room.
/// Cards with a fixed position stay there, even if they overlap, at their usual size; others make room for them.
Arrangement arrange(std::span<const Placing>, Extent room, float gap, Pages = Pages::many);
/// All cards in one room: arranged for the smallest one of its shape in which they fit, to be drawn `zoom` times as large, at least
/// `least`, as that takes.
Arrangement arrange_whole(std::span<const Placing>, Extent room, float gap, float least, float& zoom);

}  // namespace app
