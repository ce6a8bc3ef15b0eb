#pragma once
// The presenter's pointer: a spotlight that dims everything around it, and a laser dot with a short trail.

#include "app/panels/teaching/teaching.hpp"

namespace app {

/// Draws spotlight and laser on top of everything.
void draw_pointer(Ui&, const ViewState&, ImVec2 at, ImVec2 size);

}  // namespace app
