#pragma once
// What the presenter sees in a second window: what is said now, the slide that comes next, and the time.

#include "app/actions/requests.hpp"
#include "app/state/state.hpp"
#include "app/ui/ui.hpp"

namespace app {

/// Draws the whole content of the presenter's window. It takes no input: its requests are of no concern.
void presenter_view(Ui&, const State&, Requests&);

}  // namespace app
