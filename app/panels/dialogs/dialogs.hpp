#pragma once
// Opens and closes the dialog of ViewState::dialog.

#include "app/ui/ui.hpp"

namespace app {

void dialogs(Ui&, const State&, Requests&);

}  // namespace app
