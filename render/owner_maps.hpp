#pragma once
// The owners of elements: the inverse of a map (thread, value) -> element.

#include <cstdint>
#include <optional>
#include <vector>

#include "algebra/layout/layout.hpp"
#include "render/diagram.hpp"
#include "render/index_map.hpp"

namespace render {

/// Returns, by index, the first (thread, value) that has it; nullopt if there are too many, or none.
std::optional<IndexMap<Diagram::Owner>> owners_by_index(const algebra::Layout& owners);

/// The owners of a tile of two modes as sums: element (i, j) has first[i] + second[j], for thread and value each. Most tiles have this
/// form, which costs the tile's extents instead of its size.
struct AxisOwners {
  std::vector<Diagram::Owner> first, second;
  std::vector<std::int32_t> also;  ///< what to add to the thread for the further owners of an element, ascending, from 0 on
  Diagram::Owner at(std::size_t i, std::size_t j) const { return {first[i].thread + second[j].thread, first[i].value + second[j].value}; }
};
/// Returns the owners of a layout (thread, value) -> i + rows * j; nullopt if they are not such sums, or if an element has no owner.
std::optional<AxisOwners> owners_by_axis(const algebra::Layout& owners, std::int64_t rows, std::int64_t columns);

}  // namespace render
