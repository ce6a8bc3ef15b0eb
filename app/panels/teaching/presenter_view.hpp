#pragma once
// The presenter's second window: the current notes, the next slide, and the time.

#include "app/actions/requests.hpp"
#include "app/state/state.hpp"
#include "app/ui/ui.hpp"

namespace app {

/// Draws the whole content of the presenter's window. It takes no input, so its requests are ignored.
void presenter_view(Ui&, const State&, Requests&);

}  // namespace app
