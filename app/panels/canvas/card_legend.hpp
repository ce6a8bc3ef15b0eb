#pragma once
// The legend of a card: the meaning of its colours.

#include "app/panels/canvas/card.hpp"

namespace app {

/// Draws the legend's swatches; a click on one fades the other colours. Returns the height; with a null view, only measures.
float draw_legend(const Ui&, const CanvasView*, Requests*, std::int64_t card, const Picture&, ImVec2 at, float width);
float legend_height(const Ui&, const Picture&, float width);

}  // namespace app
