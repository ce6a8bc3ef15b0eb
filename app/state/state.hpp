#pragma once
// The four pieces of state, owned by the host. Functions take the pieces that they need, in this order.

#include <string>
#include <utility>

#include "app/state/host_requests.hpp"
#include "app/state/session.hpp"
#include "app/state/view_state.hpp"
#include "app/state/workspace.hpp"

namespace app {

struct State {
  Workspace workspace;
  ViewState view;
  Session session;
  HostRequests host;

  /// path: the sheet's file; empty: none.
  explicit State(Sheet sheet, std::string path = {}) : workspace(std::move(sheet), std::move(path)) {
    view.selected = workspace.document().selected;
  }
};

}  // namespace app
