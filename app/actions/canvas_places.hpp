#pragma once
// Where the cards of the canvas stand and which part of it is in sight: moving and resizing cards, zooming, panning, the minimap. Lengths
// are pixels as drawn where nothing else is said; nothing here draws.

#include <cstdint>
#include <optional>
#include <vector>

#include "algebra/editing/reshape.hpp"
#include "app/actions/card_layout.hpp"
#include "app/state/state.hpp"

namespace app {

/// A card and its position, from the canvas's top left.
struct PlacedCard {
  CardRef ref;
  std::int64_t id = 0;
  CardLayout layout;
  Point at;
};

/// A card being moved or resized. The sheet changes when the mouse button is released, in one undo step.
struct CardDrag {
  enum class What : std::uint8_t { none, move, width, height, both };
  What what = What::none;
  std::int64_t card = 0;
  Point grabbed;   ///< mouse position at the start
  Point at, size;  ///< of the card at the start
};

/// A drag of a grid's corner that reshapes the entry. The entry's text follows immediately.
struct GridPull {
  std::int64_t card = 0;  ///< 0: none
  algebra::editing::GridShape from, now;
  Point grabbed;
  double cell = 1;  ///< side of a cell at the start
  /// The shape with the corner at the pointer, in a grid that is transposed or not.
  algebra::editing::GridShape shape_at(Point pointer, bool transposed) const;
  /// The grid's size in that shape.
  Point size_of(const algebra::editing::GridShape&, bool transposed) const;
};

/// Which part of the canvas is in sight, and how large.
struct CanvasSight {
  float zoom = 1;        ///< pixels that are drawn for each of the usual ones
  float whole_zoom = 1;  ///< of these, so that all cards are in one view, where that is wanted
  Point size;            ///< of the view
  Point scroll;          ///< of the last frame
  Point offset;          ///< in which what is smaller than the view begins
  struct Anchor {
    Point point;  ///< of the canvas, in usual pixels
    Point seen;   ///< where it is to be, from the view's corner
  };
  std::optional<Anchor> anchor;    ///< stays where it is when the zoom changes
  std::optional<Point> scroll_to;  ///< asked for by the minimap
  bool panning = false;            ///< the mouse drags the ground
  double zoomed_at = -1;           ///< ViewState::now when the zoom was last changed
  std::uint64_t fitted = 0;        ///< CanvasView::fit that was last carried out
  std::size_t map_corner = 0;      ///< in which the minimap stands
  bool map_dragged = false;
};

struct CanvasPlaces {
  std::vector<PlacedCard> placed;
  float width = 0, height = 0;       ///< of the area that the cards cover, in usual pixels
  std::vector<PlacedCard> arranged;  ///< in the usual size; `placed` is as drawn
  CanvasSight sight;
  CardDrag drag;
  GridPull pull;

  /// The canvas; at least what is in sight.
  Point extent() const;
  /// The nearest place that the view can begin at.
  Point within(Point scroll) const;
  bool is_over_grid(Point) const;
  bool all_in_sight() const;
  const PlacedCard* card(std::int64_t id) const;

  /// Takes over the zoom that is wanted. True: it is another than before.
  bool take_zoom(const CanvasZoom& wanted, double now);
  /// The zoom of so many notches of the wheel, with the place at the pointer where it is; 1 is kept to, where letters are sharpest.
  float zoom_at(Point pointer, float notches);
  /// The zoom at which the arranged card fills the view but for the gap, and is in its middle; nothing for a card that is not there.
  std::optional<float> zoom_to(std::int64_t id, float gap);
  /// Where the view begins so that what is meant stays where it is, after the zoom has changed.
  Point scroll_after_zoom(Point scroll);
  /// Where the view begins with the card in sight, and where that is on a page with all of the page.
  Point scroll_to_card(const PlacedCard&, Point scroll, float gap) const;
  /// The corner of the view, from its own, in which a map of that size covers least. bar: of scrolling. edge: the distance elsewhere.
  Point map_corner(Point map, float bar, float edge);

  /// Where a card that is moved would stand: in line with others that are near.
  Point moved_to(Point wanted, float gap, float reach) const;
  /// The size of the card that is dragged by so much, at least `least`.
  Point dragged_size(Point by, Point least) const;
  /// In the order of drawing: what was clicked last lies over the rest. front: numbers of cards, the last one in front.
  std::vector<PlacedCard> drawing_order(const std::vector<std::int64_t>& front) const;
};

}  // namespace app
