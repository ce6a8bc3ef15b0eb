#pragma once
// The bar of a comparison of two cards.

#include "app/panels/canvas/card.hpp"

namespace app {

/// Tells how the compared cards differ and steps through the differences. Returns the height; 0 without a comparison.
float comparison_bar(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, float width);

}  // namespace app
