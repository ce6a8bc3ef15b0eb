#include "app/actions/canvas_places.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/actions/cards.hpp"

namespace app {
namespace {

using algebra::editing::GridShape;

constexpr std::int64_t most_pulled = 4096;  ///< the limit of rows or columns by dragging; more can be typed

/// Returns the size of an axis after the corner was dragged by some pixels.
std::int64_t pulled(std::int64_t from, float pixels, double cell) {
  return std::clamp<std::int64_t>(from + std::llround(static_cast<double>(pixels) / cell), 1, std::max(most_pulled, from));
}

/// Returns whether mode 0 runs across the grid.
bool first_is_across(const GridShape& shape, bool transposed) { return (shape.rank < 2) != transposed; }

bool holds(Point from, Point size, Point p) { return p.x >= from.x && p.y >= from.y && p.x < from.x + size.x && p.y < from.y + size.y; }

/// Returns the nearest of `edges` within `reach`, else `x`.
float snapped(float x, const std::vector<float>& edges, float reach) {
  float best = x;
  for (const float edge : edges)
    if (std::abs(edge - x) < reach) reach = std::abs(edge - x), best = edge;
  return best;
}

}  // namespace

GridShape GridPull::shape_at(Point pointer, bool transposed) const {
  auto shape = from;
  const bool across = first_is_across(shape, transposed);
  const float dx = pointer.x - grabbed.x, dy = pointer.y - grabbed.y;
  shape.first = pulled(from.first, across ? dx : dy, cell);
  if (shape.rank >= 2) shape.second = pulled(from.second, across ? dy : dx, cell);
  return shape;
}

Point GridPull::size_of(const GridShape& shape, bool transposed) const {
  const bool across = first_is_across(shape, transposed);
  const auto columns = static_cast<double>(across ? shape.first : shape.second),
             rows = static_cast<double>(across ? shape.second : shape.first);
  return {static_cast<float>(columns * cell), static_cast<float>(rows * cell)};
}

Point CanvasPlaces::extent() const { return {std::max(sight.size.x, width * sight.zoom), std::max(sight.size.y, height * sight.zoom)}; }

Point CanvasPlaces::within(Point scroll) const {
  const auto all = extent();
  return {std::round(std::clamp(scroll.x, 0.0f, all.x - sight.size.x)), std::round(std::clamp(scroll.y, 0.0f, all.y - sight.size.y))};
}

bool CanvasPlaces::is_over_grid(Point p) const {
  return std::ranges::any_of(placed, [&](const PlacedCard& c) {
    return holds({c.at.x + c.layout.grid_x, c.at.y + c.layout.grid_y}, {c.layout.grid_width, c.layout.grid_height}, p);
  });
}

bool CanvasPlaces::all_in_sight() const {
  return std::ranges::none_of(placed, [&](const PlacedCard& p) {
    constexpr float slack = 2;
    const Point from{p.at.x + sight.offset.x - sight.scroll.x, p.at.y + sight.offset.y - sight.scroll.y};
    return from.x < -slack || from.y < -slack || from.x + p.layout.width > sight.size.x + slack ||
           from.y + p.layout.height > sight.size.y + slack;
  });
}

const PlacedCard* CanvasPlaces::card(std::int64_t id) const {
  const auto found = std::ranges::find(placed, id, &PlacedCard::id);
  return found == placed.end() ? nullptr : &*found;
}

bool CanvasPlaces::take_zoom(const CanvasZoom& wanted, double now) {
  const float zoom = std::clamp((wanted.whole ? sight.whole_zoom : 1) * wanted.factor, least_canvas_zoom, largest_canvas_zoom);
  const bool changed = std::exchange(sight.zoom, zoom) != zoom;
  if (changed) sight.zoomed_at = now;
  const auto all = extent();
  sight.offset = zoom == 1 ? Point{} : Point{std::floor((all.x - width * zoom) / 2), std::floor((all.y - height * zoom) / 2)};
  return changed;
}

float CanvasPlaces::zoom_at(Point pointer, float notches) {
  const Point on_canvas{pointer.x + sight.scroll.x - sight.offset.x, pointer.y + sight.scroll.y - sight.offset.y};
  float zoom = std::clamp(sight.zoom * std::pow(1.2f, notches), least_canvas_zoom, largest_canvas_zoom);
  if (std::abs(zoom - 1) < 0.02f) zoom = 1;
  sight.anchor = CanvasSight::Anchor{{on_canvas.x / sight.zoom, on_canvas.y / sight.zoom}, pointer};
  return zoom;
}

std::optional<float> CanvasPlaces::zoom_to(std::int64_t id, float gap) {
  const auto found = std::ranges::find(arranged, id, &PlacedCard::id);
  if (found == arranged.end()) return std::nullopt;
  sight.anchor = CanvasSight::Anchor{{found->at.x + found->layout.width / 2, found->at.y + found->layout.height / 2},
                                     {sight.size.x / 2, sight.size.y / 2}};
  const float zoom = std::min((sight.size.x - gap) / found->layout.width, (sight.size.y - gap) / found->layout.height);
  return std::clamp(zoom, least_canvas_zoom, largest_canvas_zoom);
}

Point CanvasPlaces::scroll_after_zoom(Point scroll) {
  const auto anchor = std::exchange(sight.anchor, std::nullopt);
  if (!anchor) return scroll;
  return {anchor->point.x * sight.zoom + sight.offset.x - anchor->seen.x, anchor->point.y * sight.zoom + sight.offset.y - anchor->seen.y};
}

Point CanvasPlaces::scroll_to_card(const PlacedCard& to, Point scroll, float gap) const {
  const auto scrolled = [](float now, float from, float length, float room) {
    return std::max(0.0f, from < now ? from : from + length > now + room ? std::min(from, from + length - room) : now);
  };
  const float before = scroll.y;
  scroll.x = scrolled(scroll.x, to.at.x - gap, to.layout.width + 2 * gap, sight.size.x);
  scroll.y = scrolled(scroll.y, to.at.y - gap, to.layout.height + 2 * gap, sight.size.y);
  const float page = std::floor(to.at.y / sight.size.y) * sight.size.y;
  if (scroll.y != before && sight.zoom == 1 && to.at.y + to.layout.height <= page + sight.size.y) scroll.y = page;
  return scroll;
}

Point CanvasPlaces::map_corner(Point map, float bar, float edge) {
  const std::array corners{Point{sight.size.x - map.x - bar, sight.size.y - map.y - bar}, Point{edge, sight.size.y - map.y - bar},
                           Point{sight.size.x - map.x - bar, edge}};
  const auto covered = [&](Point corner) {
    float area = 0;
    for (const auto& p : placed) {
      const Point from{p.at.x + sight.offset.x - sight.scroll.x, p.at.y + sight.offset.y - sight.scroll.y};
      area += std::max(0.0f, std::min(corner.x + map.x, from.x + p.layout.width) - std::max(corner.x, from.x)) *
              std::max(0.0f, std::min(corner.y + map.y, from.y + p.layout.height) - std::max(corner.y, from.y));
    }
    return area;
  };
  const float slack = map.x * map.y / 5;
  for (std::size_t i = 0; i < corners.size(); ++i)
    if (!sight.map_dragged && covered(corners[i]) + slack < covered(corners[sight.map_corner])) sight.map_corner = i;
  return corners[sight.map_corner];
}

Point CanvasPlaces::moved_to(Point wanted, float gap, float reach) const {
  std::vector<float> across{gap}, down{gap};
  for (const auto& p : placed) {
    if (p.id == drag.card) continue;
    across.insert(across.end(), {p.at.x, p.at.x + p.layout.width + gap});
    down.insert(down.end(), {p.at.y, p.at.y + p.layout.height + gap});
  }
  return {std::max(0.0f, snapped(wanted.x, across, reach)), std::max(0.0f, snapped(wanted.y, down, reach))};
}

Point CanvasPlaces::dragged_size(Point by, Point least) const {
  return {drag.what == CardDrag::What::height ? drag.size.x : std::max(least.x, drag.size.x + by.x),
          drag.what == CardDrag::What::width ? drag.size.y : std::max(least.y, drag.size.y + by.y)};
}

std::vector<PlacedCard> CanvasPlaces::drawing_order(const std::vector<std::int64_t>& front) const {
  auto cards = placed;
  if (front.empty()) return cards;
  const auto rank = [&](const PlacedCard& p) {
    if (p.id == drag.card) return std::ptrdiff_t{1 << 20};
    const auto found = std::ranges::find(front, p.id);
    return found == front.end() ? std::ptrdiff_t{-1} : found - front.begin();
  };
  std::stable_sort(cards.begin(), cards.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  return cards;
}

}  // namespace app
