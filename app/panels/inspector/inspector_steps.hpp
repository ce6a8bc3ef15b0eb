#pragma once
// An operation worked through: the stages one after the other, each drawn, with the pointed element in it.

#include "app/panels/inspector/inspector_panel.hpp"

namespace app {

/// The elements of an operand that the chosen step works on, kept while it is the same.
const StepPart& step_part(Ui&, const Workspace&, const ViewState&, int operand);
void steps_tab(Pen&, const Workspace&, const ViewState&, Requests&);

}  // namespace app
