#pragma once
// The first run's tour: five places of the window, each lit with a sentence or two.

#include "app/ui/ui.hpp"

namespace app {

void tour(Ui&, const ViewState&, Requests&);

}  // namespace app
