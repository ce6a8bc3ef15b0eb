#pragma once
// Positions of cards on the canvas: cards without a fixed position fill shelves from left to right, around the fixed ones.
// All lengths are in the same unit, whichever it is; nothing here draws.

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
  std::optional<Spot> at;  ///< its fixed position, if the user moved it
};

struct Arrangement {
  std::vector<Spot> spots;      ///< top left of each card, in the order given
  float width = 0, height = 0;  ///< of the area that they cover, with the gap around it
};

/// Places cards without a fixed position at least `gap` apart and without overlap, in a canvas `room` wide; a card wider than
/// that gets a shelf of its own. Cards with a fixed position stay there, even if they overlap.
Arrangement arrange(std::span<const Placing>, float room, float gap);

}  // namespace app
