#pragma once
// A walk over a card's elements: its path, and the bar that plays it.

#include "app/panels/teaching/teaching.hpp"

namespace app {

float traversal_height(const Ui&, const Workspace&, const ViewState&, int entry);
void traversal_bar(Ui&, const Workspace&, const ViewState&, Requests&, const CardGrid&, ImVec2 at, float width);
void draw_path(const Ui&, const Workspace&, const ViewState&, const CardGrid&);
/// Once a frame, whether the walk's card is in sight or not.
void play_traversal(Ui&, const ViewState&, Requests&);
void draw_walker(Ui&, const Workspace&, const ViewState&, Requests&, const CardGrid&);

}  // namespace app
