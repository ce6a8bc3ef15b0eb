#pragma once
// Thread-value figures: a tile labelled with the thread and value that own each element.

#include <string>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/document/evaluation.hpp"
#include "app/document/sheet.hpp"
#include "render/figure.hpp"

namespace app {

/// Draws a tile with the owner of each element. Tiled copy: its tile. MMA: C, with A to its left and B above it. Partition: the partitioned
/// tile. Layout (thread, value) -> index: a tile of the shape `tile`, an expression. Error: one sentence with a way that works.
tl::expected<render::Figure, algebra::Message> thread_value_figure(const Sheet&, const SheetEvaluator&, int entry, const std::string& tile);

}  // namespace app
