#pragma once
// The overview of the built-in lessons: their subjects, and the user's progress.

#include "app/ui/ui.hpp"

namespace app {

void lessons_dialog(Ui&, const Workspace&, Requests&, bool first);

}  // namespace app
