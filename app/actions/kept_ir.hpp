#pragma once
// Open programs in the CuTe DSL whose compiler writes new intermediate files.

#include "app/state/host_requests.hpp"
#include "app/state/kept_ir_watch.hpp"
#include "app/state/view_state.hpp"
#include "app/state/workspace.hpp"

namespace app {

/// Watches the open Python programs, and reads the active one again if its compiler has written other files: edits in the sheet are kept,
/// in one undo step. Returns true if the sheet has changed.
bool collect_kept_ir(KeptIrWatch&, Workspace&, ViewState&, HostRequests&);

}  // namespace app
