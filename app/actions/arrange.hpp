#pragma once
// Where cards stand on the canvas: those that nobody moved on shelves from left to right, around those that somebody put
// somewhere. Lengths are of any one unit; nothing here draws.

#include <optional>
#include <span>
#include <vector>

namespace app {

struct Spot {
  float x = 0, y = 0;
  friend bool operator==(const Spot&, const Spot&) = default;
};

/// A card to be placed.
struct Placing {
  float width = 0, height = 0;
  std::optional<Spot> at;  ///< where somebody put it
};

struct Arrangement {
  std::vector<Spot> spots;      ///< of each card's top left, in their order
  float width = 0, height = 0;  ///< that all of them take, with the gap around them
};

/// Cards without a place stand `gap` apart and over nothing else, in a canvas `room` wide: a card wider than that has a
/// shelf of its own. Cards that somebody put down stand where they are, be there others or not.
Arrangement arrange(std::span<const Placing>, float room, float gap);

}  // namespace app
