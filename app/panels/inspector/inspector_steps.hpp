#pragma once
// The steps tab: the stages of an operation, each drawn, with the pointed element marked.

#include "app/panels/inspector/inspector_panel.hpp"

namespace app {

/// The elements of an operand that the chosen step works on; cached.
const StepPart& step_part(Ui&, const Workspace&, const ViewState&, int operand);
void steps_tab(Rows&, const Workspace&, const ViewState&, Requests&);

}  // namespace app
