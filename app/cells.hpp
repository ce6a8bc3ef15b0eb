#pragma once
// Where an element stands in the grid of its value.

#include <cstdint>
#include <optional>

#include "app/launch_tables.hpp"

namespace app {

/// The cell with that 1-D coordinate; nothing where it is in another slice, or not in the grid.
std::optional<CellOf> cell_of_coordinate(const render::Diagram&, std::int64_t coordinate);

}  // namespace app
