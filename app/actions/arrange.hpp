#pragma once
// Positions of cards on the canvas, and how large their cells are. All lengths are in the same unit, whichever it is; nothing here draws.

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace app {

struct Spot {
  float x = 0, y = 0;
  friend bool operator==(const Spot&, const Spot&) = default;
};

struct Extent {
  float width = 0, height = 0;
};

/// A card to be placed.
struct Placing {
  /// Its size where its cells are `scale` times as large as usual; it grows with the scale, up to some size.
  std::function<Extent(float scale)> size;
  std::optional<Spot> at;  ///< its fixed position, if the user moved it
};

struct Arrangement {
  std::vector<Spot> spots;      ///< top left of each card, in the order given
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
}  // namespace app
