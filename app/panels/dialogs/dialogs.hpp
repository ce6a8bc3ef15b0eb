#pragma once
// Opens the dialog that ViewState names, and closes it.

#include "app/ui/ui.hpp"

namespace app {

void dialogs(Ui&, const State&, Requests&);

}  // namespace app
