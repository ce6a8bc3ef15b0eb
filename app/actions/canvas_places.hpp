#pragma once
// Positions of the canvas's cards, and the visible part: moving and resizing cards, zooming, panning, the minimap. Lengths are pixels as
// drawn unless stated otherwise; nothing here draws.

#include <cstdint>
#include <optional>
#include <vector>

#include "algebra/editing/reshape.hpp"
#include "app/actions/card_layout.hpp"
#include "app/state/state.hpp"

namespace app {

/// A card and its position, from the canvas's top left corner.
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
  /// Returns the shape with the corner at the pointer, in a grid that is transposed or not.
  algebra::editing::GridShape shape_at(Point pointer, bool transposed) const;
  /// Returns the grid's size in that shape.
  Point size_of(const algebra::editing::GridShape&, bool transposed) const;
};

/// The visible part of the canvas, and its scale.
struct CanvasSight {
  float zoom = 1;        ///< drawn pixels per pixel at normal size
  float whole_zoom = 1;  ///< the part of `zoom` that brings all cards into one view, if requested
  Point size;            ///< of the view
  Point scroll;          ///< of the last frame
  Point offset;          ///< the offset at which a canvas smaller than the view begins
  struct Anchor {
    Point point;  ///< a point of the canvas, in pixels at normal size
    Point seen;   ///< its position, from the view's corner
  };
  std::optional<Anchor> anchor;    ///< stays in place when the zoom changes
  std::optional<Point> scroll_to;  ///< requested by the minimap
  bool panning = false;            ///< the mouse drags the background
  double zoomed_at = -1;           ///< ViewState::now when the zoom last changed
  std::uint64_t fitted = 0;        ///< the last CanvasView::fit that was applied
  std::size_t map_corner = 0;      ///< of the minimap
  bool map_dragged = false;
};

struct CanvasPlaces {
  std::vector<PlacedCard> placed;
  float width = 0, height = 0;       ///< of the area that the cards cover, in pixels at normal size
  std::vector<PlacedCard> arranged;  ///< at normal size; `placed` is as drawn
  CanvasSight sight;
  CardDrag drag;
  GridPull pull;

  /// Returns the size of the canvas, at least the visible part.
  Point extent() const;
  /// Returns the nearest valid scroll position.
  Point within(Point scroll) const;
  bool is_over_grid(Point) const;
  bool all_in_sight() const;
  const PlacedCard* card(std::int64_t id) const;

  /// Adopts the requested zoom. Returns true if it has changed.
  bool take_zoom(const CanvasZoom& wanted, double now);
  /// Returns the zoom after some notches of the wheel, which keeps the place at the pointer. Stops at 1, where letters are sharpest.
  float zoom_at(Point pointer, float notches);
  /// Returns the zoom at which the arranged card fills the view except for the gap, and centres it; nullopt if there is no such card.
  std::optional<float> zoom_to(std::int64_t id, float gap);
  /// Returns the scroll position after a change of the zoom that keeps the anchor in place.
  Point scroll_after_zoom(Point scroll);
  /// Returns the scroll position that shows the card and, if it is on a page, the whole page.
  Point scroll_to_card(const PlacedCard&, Point scroll, float gap) const;
  /// Returns the corner of the view, from the view's origin, in which a map of that size covers the least. bar: width of a scroll bar.
  /// edge: the distance elsewhere.
  Point map_corner(Point map, float bar, float edge);

  /// Returns the position of a card that is moved, aligned with others nearby.
  Point moved_to(Point wanted, float gap, float reach) const;
  /// Returns the size of the dragged card after a movement of `by`, at least `least`.
  Point dragged_size(Point by, Point least) const;
  /// Returns the cards in drawing order, with the last clicked on top. front: numbers of cards, the last one in front.
  std::vector<PlacedCard> drawing_order(const std::vector<std::int64_t>& front) const;
};

}  // namespace app
