#pragma once
// The dialogs, a function each; dialogs() opens and closes them.

#include "app/ui/ui.hpp"

namespace app {

void close_dialog(Actions&);
void path_dialog(Ui&, const App&, Actions&, bool first);
void palette_dialog(Ui&, const App&, Actions&, bool first);
void unsaved_question(Ui&, const App&, Actions&);
void changed_question(Ui&, const App&, Actions&);
void recover_question(Ui&, const App&, Actions&);
void keys_dialog(Ui&, const App&, Actions&);

}  // namespace app
