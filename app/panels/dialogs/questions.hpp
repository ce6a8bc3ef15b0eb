#pragma once
// The dialogs that ask for a decision: about unsaved sheets, a changed file, the launch of a link, recovery.

#include "app/ui/ui.hpp"

namespace app {

/// first: in the frame that it begins with.
void unsaved_question(Ui&, const Workspace&, const ViewState&, Requests&, bool first);
void changed_question(Ui&, const Workspace&, Requests&, bool first);
void run_link_question(Ui&, const Workspace&, Requests&, bool first);
void recover_question(Ui&, const Session&, Requests&, bool first);

}  // namespace app
