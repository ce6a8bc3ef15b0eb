#pragma once
// Arranges cards on the canvas: positions, and sizes of cells. All lengths are in the same unit, whichever it is; nothing here draws.

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
  /// Returns its size with cells scaled by `scale`; it grows with the scale up to some size.
  std::function<Extent(float scale)> size;
  std::optional<Point> at;  ///< its fixed position, if the user moved it
};

struct Arrangement {
  std::vector<Point> spots;     ///< top left corner of each card, in the given order
  std::vector<float> scales;    ///< of its cells
  float width = 0, height = 0;  ///< of the area that they cover, including the gap around it
};

/// Whether cards may continue below the visible part.
enum class Pages : unsigned char { one, many };

/// Places cards at least `gap` apart without overlap, in the given order from left to right and top to bottom, in blocks that are split
/// alternately across and down, with the largest cells that fit. Cards that do not fit into one `room` at a readable size continue below,
/// on pages as high as the room; no card is cut by a page's edge unless it is larger than the room. With Pages::one they continue beyond
/// the room. Cards with a fixed position stay there at their default size, even if they overlap; others make room for them.
Arrangement arrange(std::span<const Placing>, Extent room, float gap, Pages = Pages::many);
/// Places all cards in one room: arranges them for the smallest room of the same shape in which they fit, to be drawn at the scale `zoom`,
/// at least `least`.
Arrangement arrange_whole(std::span<const Placing>, Extent room, float gap, float least, float& zoom);

}  // namespace app
