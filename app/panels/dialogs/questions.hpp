#pragma once
// What the window must ask before it goes on.

#include "app/ui/ui.hpp"

namespace app {

void unsaved_question(Ui&, const Workspace&, const ViewState&, Requests&);
void changed_question(Ui&, const Workspace&, Requests&);
void recover_question(Ui&, const Session&, Requests&);

}  // namespace app
