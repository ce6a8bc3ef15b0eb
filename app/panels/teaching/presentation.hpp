#pragma once
// Presentation mode: one entry fills the window, with its source as the caption and its notes for the speaker.

#include "app/panels/teaching/teaching.hpp"

namespace app {

/// Draws the whole content of the window during a presentation.
void presentation(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, ImVec2 size);

}  // namespace app
