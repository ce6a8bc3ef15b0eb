#pragma once
// The dialog "Where is my scale?": what is asked, and its picture in the sheet.

#include "app/scales/scale_question.hpp"
#include "app/state/state.hpp"

namespace app {

void set_scale_question(ViewState&, const ScaleQuestion&);

/// Adds the matrix with its scales beside it, as they are read and, where that is elsewhere, as they are written: point at an element, and
/// its scale lights up. Closes the dialog; nothing where the question has no answer. One undo step.
void put_scale_picture(Workspace&, ViewState&, const ScaleQuestion&);

}  // namespace app
