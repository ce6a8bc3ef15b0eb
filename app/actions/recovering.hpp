#pragma once
// What to do with the sheets that a killed run has left.

#include "app/state/state.hpp"

namespace app {

/// Opens them: unsaved sheets as they were, the others from their files.
void recover_all(Workspace&, ViewState&, Session&, HostRequests&);
/// Removes them.
void discard_left(ViewState&, Session&);

/// Leaves them for the next run.
void recover_later(ViewState&, Session&);

}  // namespace app
