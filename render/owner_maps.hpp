#pragma once
// Who owns an element: the map from (thread, value) to elements the other way round.

#include <cstdint>
#include <optional>
#include <vector>

#include "algebra/layout/layout.hpp"
#include "render/diagram.hpp"
#include "render/index_map.hpp"

namespace render {

/// By index the first (thread, value) that has it; nothing where these are too many, or none.
std::optional<IndexMap<Diagram::Owner>> owners_by_index(const algebra::Layout& owners);

/// The owners of a tile of two modes as sums: element (i, j) has first[i] + second[j], thread and value each. Most tiles are cut so, and it
/// costs the tile's extents in place of its size.
struct AxisOwners {
  std::vector<Diagram::Owner> first, second;
  std::vector<std::int32_t> also;  ///< what to add to the thread for the others that have the element too, ascending, from 0 on
  Diagram::Owner at(std::size_t i, std::size_t j) const { return {first[i].thread + second[j].thread, first[i].value + second[j].value}; }
};
/// Of a layout (thread, value) -> i + rows * j; nothing where it is no such sum, or where some element has no owner.
std::optional<AxisOwners> owners_by_axis(const algebra::Layout& owners, std::int64_t rows, std::int64_t columns);

}  // namespace render
