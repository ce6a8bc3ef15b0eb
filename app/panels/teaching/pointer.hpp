#pragma once
// A presenter's pointer: a spotlight that dims all but what it is on, and a laser's dot with a short trail.

#include "app/panels/teaching/teaching.hpp"

namespace app {

/// Spotlight and laser, over all that has been drawn.
void draw_pointer(Ui&, const ViewState&, ImVec2 at, ImVec2 size);

}  // namespace app
