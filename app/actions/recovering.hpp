#pragma once
// Recovering or discarding the sheets of killed runs.

#include "app/state/state.hpp"

namespace app {

/// Opens them all: unsaved sheets as they were (line by line where one cannot be read as a sheet), the others from their files.
void recover_all(Workspace&, ViewState&, Session&, HostRequests&);
/// Deletes them.
void discard_left(ViewState&, Session&);

/// Keeps them for the next run.
void recover_later(ViewState&, Session&);

}  // namespace app
