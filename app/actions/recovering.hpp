#pragma once
// Recovering or discarding the sheets of killed runs.

#include "app/state/state.hpp"

namespace app {

/// Opens all sheets: unsaved ones as they were (line by line if one cannot be read as a sheet), the others from their files.
void recover_all(Workspace&, ViewState&, Session&, HostRequests&);
/// Deletes the sheets.
void discard_left(ViewState&, Session&);

/// Keeps the sheets for the next run.
void recover_later(ViewState&, Session&);

}  // namespace app
