#pragma once
// Which colour of a card is what.

#include "app/panels/canvas/card.hpp"

namespace app {

/// Swatches of the legend, a click on which fades the other colours; without a list it only measures. Returns the height.
float draw_legend(const Ui&, const CanvasView*, Requests*, std::int64_t card, const Picture&, ImVec2 at, float width);
float legend_height(const Ui&, const Picture&, float width);

}  // namespace app
