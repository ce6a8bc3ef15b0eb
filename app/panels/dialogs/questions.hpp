#pragma once
// The dialogs that ask for a decision: about unsaved sheets, a changed file, recovery.

#include "app/ui/ui.hpp"

namespace app {

void unsaved_question(Ui&, const Workspace&, const ViewState&, Requests&);
void changed_question(Ui&, const Workspace&, Requests&);
void recover_question(Ui&, const Session&, Requests&);

}  // namespace app
