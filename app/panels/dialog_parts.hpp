#pragma once
// The dialogs, a function each; dialogs() opens and closes them.

#include "app/ui/ui.hpp"

namespace app {

void path_dialog(Ui&, const Workspace&, const ViewState&, const HostRequests&, Requests&, bool first);
void palette_dialog(Ui&, const State&, Requests&, bool first);
void unsaved_question(Ui&, const Workspace&, const ViewState&, Requests&);
void changed_question(Ui&, const Workspace&, Requests&);
void recover_question(Ui&, const Session&, Requests&);
void keys_dialog(Ui&, Requests&);

}  // namespace app
