#pragma once
// What a card draws over its cells, frames and arrows with words, and the table beneath the grid that says the same.

#include "app/panels/canvas/card.hpp"

namespace app {

/// The height of the table; 0 for a diagram without one.
float table_height(const Ui&, const render::Diagram&, float width);
/// Draws the table, at most `width` wide. Returns what the line under the mouse speaks of.
std::optional<render::Speaks> draw_table(Ui&, const render::Diagram&, ImVec2 at, float width);
/// Draws the callouts; with `only`, those that speak of that stand out and the others are faint.
void draw_callouts(Ui&, const CardGrid&, std::optional<render::Speaks> only);

}  // namespace app
