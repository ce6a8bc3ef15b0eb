#pragma once
// What the canvas remembers from frame to frame: where the cards stand, and what is being dragged.

#include <cstdint>
#include <vector>

#include <imgui.h>

#include "algebra/editing/reshape.hpp"
#include "app/actions/cards.hpp"
#include "app/actions/comparing.hpp"
#include "app/system/texts.hpp"

namespace app {

/// Where the parts of a card stand, in pixels from its top left.
struct CardLayout {
  float width = 0, height = 0;
  float grid_x = 0, grid_y = 0, grid_width = 0, grid_height = 0;
  float default_cell = 0;  ///< before anyone zoomed
  float legend_y = 0, note_y = 0;
};

/// A card where it stands, in pixels from the canvas's top left.
struct PlacedCard {
  CardRef ref;
  std::int64_t id = 0;
  CardLayout layout;
  ImVec2 at;
};

/// A card being moved or made larger. The sheet is told when it is let go: one undo step.
struct CardDrag {
  enum class What : std::uint8_t { none, move, width, height, both };
  What what = What::none;
  std::int64_t card = 0;
  ImVec2 grabbed;   ///< the pointer when it began
  ImVec2 at, size;  ///< of the card then, in pixels
};

/// A grid's corner being pulled. The entry's text follows at once.
struct GridPull {
  std::int64_t card = 0;  ///< 0: none
  algebra::editing::GridShape from, now;
  ImVec2 grabbed;
  double cell = 1;  ///< pixels, when it began
};

struct CanvasState {
  /// What the places below were worked out for.
  struct Basis {
    std::uint64_t pictures = 0;
    float scale = 0, width = 0, height = 0, taught = 0;
    Language language = Language::english;
    const void* workspace = nullptr;
    const void* fonts = nullptr;
    friend bool operator==(const Basis&, const Basis&) = default;
  };
  Basis basis;
  std::vector<PlacedCard> placed;
  float width = 0, height = 0;  ///< that they take
  CardDrag drag;
  GridPull pull;
  std::int64_t show_foot = 0;       ///< the card whose lower edge is to be scrolled into sight; 0: none
  std::uint64_t revealed = 0;       ///< the wish to see the selected card that was granted last
  std::uint64_t jumped = 0;         ///< and that to see a difference
  CardDifference difference;        ///< of the two cards that are compared
  std::uint64_t difference_of = 0;  ///< the pictures that it was found in
  std::int64_t compared_a = 0, compared_b = 0;
};

}  // namespace app
