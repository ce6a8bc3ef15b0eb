#pragma once
// The tour of the first run: highlights five parts of the window, each with a sentence or two.

#include "app/ui/ui.hpp"

namespace app {

void tour(Ui&, const ViewState&, Requests&);

}  // namespace app
