#pragma once
// Thread-value figures: a tile labelled with the thread and value that own each element.

#include <string>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/document/evaluation.hpp"
#include "app/document/sheet.hpp"
#include "render/figure.hpp"

namespace app {

/// A tiled copy: its tile. An MMA: C, with A to its left and B above it. A partition: the partitioned tile. A layout
/// (thread, value) -> index: the tile of the shape `tile`, an expression. Error: one sentence that says what would work.
tl::expected<render::Figure, algebra::Message> thread_value_figure(const Sheet&, const SheetEvaluator&, int entry, const std::string& tile);

}  // namespace app
