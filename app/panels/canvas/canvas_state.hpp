#pragma once
// State of the canvas kept from frame to frame: positions of the cards, and drags.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "algebra/editing/reshape.hpp"
#include "app/actions/cards.hpp"
#include "app/actions/comparing.hpp"
#include "app/system/texts.hpp"
#include "app/ui/ui.hpp"

namespace app {

/// Positions of the parts of a card, in pixels from its top left.
struct CardLayout {
  float width = 0, height = 0;
  float grid_x = 0, grid_y = 0, grid_width = 0, grid_height = 0;
  float default_cell = 0;              ///< side of a cell at the card's initial zoom
  float words_x = 0, words_width = 0;  ///< of legend, table and notes, beneath the grid or beside it
  float legend_y = 0, note_y = 0;
  bool beside = false;  ///< words stand beside the grid
  bool warns = true;    ///< says what contract the value breaks
};

/// A card and its position, in pixels from the canvas's top left.
struct PlacedCard {
  CardRef ref;
  std::int64_t id = 0;
  CardLayout layout;
  ImVec2 at;
};

/// A card being moved or resized. The sheet changes when the mouse button is released, in one undo step.
struct CardDrag {
  enum class What : std::uint8_t { none, move, width, height, both };
  What what = What::none;
  std::int64_t card = 0;
  ImVec2 grabbed;   ///< mouse position at the start
  ImVec2 at, size;  ///< of the card at the start, in pixels
};

/// A drag of a grid's corner that reshapes the entry. The entry's text follows immediately.
struct GridPull {
  std::int64_t card = 0;  ///< 0: none
  algebra::editing::GridShape from, now;
  ImVec2 grabbed;
  double cell = 1;  ///< side of a cell at the start, in pixels
};

/// A marked cell on the screen, from which lines between cards are drawn.
struct LinkPoint {
  int entry = -1;
  ImVec2 at;
  float half = 0;       ///< half of the cell's side
  bool source = false;  ///< the pointed cell
};

/// Which part of the canvas is in sight, and how large. Pixels as drawn, where nothing else is said.
struct CanvasSight {
  float zoom = 1;        ///< pixels that are drawn for each of the usual ones
  float whole_zoom = 1;  ///< of these, so that all cards are in one view, where that is wanted
  ImVec2 size;           ///< of the view
  ImVec2 scroll;         ///< of the last frame
  ImVec2 offset;         ///< in which what is smaller than the view begins
  struct Anchor {
    ImVec2 point;  ///< of the canvas, in usual pixels
    ImVec2 seen;   ///< where it is to be, from the view's corner
  };
  std::optional<Anchor> anchor;     ///< stays where it is when the zoom changes
  std::optional<ImVec2> scroll_to;  ///< asked for by the minimap
  bool panning = false;             ///< the mouse drags the ground
  double zoomed_at = -1;            ///< ViewState::now when the zoom was last changed
  std::uint64_t fitted = 0;         ///< CanvasView::fit that was last carried out
  std::size_t map_corner = 0;       ///< in which the minimap stands
  bool map_dragged = false;
};

struct CanvasState {
  /// The inputs that `arranged` was computed from.
  struct Basis {
    std::uint64_t pictures = 0;
    float scale = 0, width = 0, height = 0, taught = 0;
    bool whole = false;
    Language language = Language::english;
    const void* workspace = nullptr;
    const void* fonts = nullptr;
    friend bool operator==(const Basis&, const Basis&) = default;
  };
  Basis basis;
  std::vector<PlacedCard> placed;
  float width = 0, height = 0;       ///< of the area that the cards cover
  std::vector<PlacedCard> arranged;  ///< in the usual size; `placed` is as drawn
  CanvasSight sight;
  float placed_scale = 0;  ///< of the fonts that `placed` was laid out with
  CardDrag drag;
  GridPull pull;
  std::int64_t show_foot = 0;       ///< card to scroll to its lower edge; 0: none
  std::uint64_t revealed = 0;       ///< CanvasView::reveal that was last carried out
  int selected = -1;                ///< the entry whose card was last brought into sight
  std::uint64_t selected_in = 0;    ///< id of its document
  bool awaits_card = false;         ///< its card comes into sight as soon as it has one
  std::uint64_t jumped = 0;         ///< Comparison::jump that was last carried out
  CardDifference difference;        ///< of the compared cards
  std::uint64_t difference_of = 0;  ///< Workspace::pictures_version() that it was computed for
  std::int64_t compared_a = 0, compared_b = 0;
  std::unordered_map<std::int64_t, CardView> cards;  ///< by the card's number
  std::vector<LinkPoint> link_points;                ///< of this frame, collected while the cards are drawn
  bool pointer_by_keys = false;                      ///< the mouse is ignored as a pointer until it moves
  bool reveal_pointer = false;                       ///< the card with the pinned element must scroll to it
};
inline CanvasState& canvas_of(const Ui& ui) { return ui.kept<CanvasState>(); }

}  // namespace app
