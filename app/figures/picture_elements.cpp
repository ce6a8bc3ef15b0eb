#include "app/figures/picture_elements.hpp"

#include <algorithm>
#include <cmath>

#include "algebra/links/links.hpp"
#include "app/document/link_graph.hpp"
#include "render/export_callouts.hpp"

namespace app {

Element element_in(const std::vector<EntryResult>& results, const Picture& picture, int entry, std::int64_t row, std::int64_t column) {
  const auto& d = picture.diagram;
  if (d.beyond(row, column)) return {};
  if (picture.shown_entry >= 0) {
    // Links of an MMA refer to C, the first of its grids.
    const auto coordinate = d.coordinate(row, column);
    if (!d.parts.empty() && coordinate >= algebra::product(d.shape).value) return {};
    return {picture.shown_entry, coordinate};
  }
  Element found;
  const auto* value = results[static_cast<std::size_t>(entry)].value();
  const auto map = value != nullptr ? algebra::links::index_map(*value) : std::nullopt;
  algebra::links::Budget budget{LinkGraph::most_steps};
  if (map)
    map->where(d.index(row, column), budget, [&](std::int64_t c) {
      found = {entry, c};
      return false;
    });
  return found;
}

namespace {

/// Returns the distance of a point from an arrow, in cells.
double distance(const render::Callout& arrow, double row, double column) {
  const auto at = render::ends_of(arrow);
  const double rows = at.to_row - at.row, columns = at.to_column - at.column;
  const double along = std::clamp(((row - at.row) * rows + (column - at.column) * columns) / (rows * rows + columns * columns), 0.0, 1.0);
  return std::hypot(row - at.row - along * rows, column - at.column - along * columns);
}

}  // namespace

Element element_near(const std::vector<EntryResult>& results, const Picture& picture, int entry, double row, double column) {
  constexpr double reach = 1.0 / 3;
  const auto& d = picture.diagram;
  const auto r = static_cast<std::int64_t>(std::floor(row)), c = static_cast<std::int64_t>(std::floor(column));
  if (!d.vacant(r, c)) return element_in(results, picture, entry, r, c);
  const render::Callout* nearest = nullptr;
  for (const auto& arrow : d.callouts) {
    if (!arrow.to || distance(arrow, row, column) > reach) continue;
    if (nearest == nullptr || distance(arrow, row, column) < distance(*nearest, row, column)) nearest = &arrow;
  }
  return nearest != nullptr ? element_in(results, picture, entry, nearest->row, nearest->column) : Element{};
}

}  // namespace app
