#pragma once
// A traversal of a card's elements: its path, its marker and its playback bar.

#include "app/panels/teaching/teaching.hpp"

namespace app {

float traversal_height(const Ui&, const Workspace&, const ViewState&, int entry);
void traversal_bar(Ui&, const Workspace&, const ViewState&, Requests&, const CardGrid&, ImVec2 at, float width);
void draw_path(const Ui&, const Workspace&, const ViewState&, const CardGrid&);
/// Advances the traversal. Call this once per frame, even if its card is not visible.
void play_traversal(Ui&, const ViewState&, Requests&);
void draw_walker(Ui&, const Workspace&, const ViewState&, Requests&, const CardGrid&);

}  // namespace app
