#include "app/figures/picture_elements.hpp"

#include "algebra/links/links.hpp"
#include "app/document/link_graph.hpp"

namespace app {

Element element_in(const std::vector<EntryResult>& results, const Picture& picture, int entry, std::int64_t row, std::int64_t column) {
  const auto& d = picture.diagram;
  if (d.beyond(row, column)) return {};
  if (picture.shown_entry >= 0) {
    // Links of an MMA are those of C, which comes first.
    const auto coordinate = d.coordinate(row, column);
    if (!d.parts.empty() && coordinate >= algebra::product(d.shape).value) return {};
    return {picture.shown_entry, coordinate};
  }
  Element found;
  // The numbers of a morphism are sizes.
  if (!d.listed.empty()) return found;
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

}  // namespace app
