#pragma once
// Programs in the CuTe DSL whose compiler has kept other intermediate files while they are open.

#include "app/state/host_requests.hpp"
#include "app/state/kept_ir_watch.hpp"
#include "app/state/view_state.hpp"
#include "app/state/workspace.hpp"

namespace app {

/// Has the open Python programs watched, and reads the active document's again where its compiler has kept other files since: what was done
/// in the sheet stays, and it is one step to undo. True if the sheet is another.
bool collect_kept_ir(KeptIrWatch&, Workspace&, ViewState&, HostRequests&);

}  // namespace app
