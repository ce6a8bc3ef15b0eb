#pragma once
// Presentation mode: one entry fills the window, its source is the caption, its notes are the speaker's line.

#include "app/panels/teaching/teaching.hpp"

namespace app {

/// The window's whole content while something is presented.
void presentation(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, ImVec2 size);

}  // namespace app
