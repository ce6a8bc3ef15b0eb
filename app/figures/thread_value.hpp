#pragma once
// Thread-value figures: a tile in which each element says whose it is.

#include <string>

#include <tl/expected.hpp>

#include "app/document/evaluation.hpp"
#include "app/document/sheet.hpp"
#include "render/figure.hpp"

namespace app {

/// Of a tiled copy: its tile. Of an MMA: C at the origin, A to its left and B above it. Of a partition: the tile it is
/// taken from. Of a layout (thread, value) -> index: the tile of the shape `tile`, which is an expression.
/// Error: one sentence with what would work.
tl::expected<render::Figure, std::string> thread_value_figure(const Sheet&, const SheetEvaluator&, int entry, const std::string& tile);

}  // namespace app
