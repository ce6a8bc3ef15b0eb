#pragma once
// The heading of a panel that folds.

#include "app/ui/ui.hpp"

namespace app {

/// Draws the triangle of a heading, down for open: x is its left, `middle` the height of its middle.
void fold_triangle(const Ui&, float x, float middle, bool open, ImU32);

/// Draws the triangle of a heading that is `height` high, down for open, and the title beside it; a click anywhere in `width` opens
/// or folds the panel. Returns where the title begins, in x.
float fold_heading(Ui&, Requests&, Panel, std::string_view title, ImVec2 at, float width, float height);

}  // namespace app
