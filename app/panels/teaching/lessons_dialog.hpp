#pragma once
// The overview of the built-in lessons: what each teaches, and how far its reader is.

#include "app/ui/ui.hpp"

namespace app {

void lessons_dialog(Ui&, const Workspace&, Requests&, bool first);

}  // namespace app
