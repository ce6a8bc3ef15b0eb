#include "app/actions/limiting.hpp"

namespace app {

void limit_memory(Workspace& workspace, Session& session, double mib) {
  session.limits.memory_mib = mib;
  hold(session.limits, workspace);
  workspace.run_again();
}

void limit_launches(Workspace& workspace, Session& session, std::int64_t accesses) {
  session.limits.launch_accesses = accesses;
  hold(session.limits, workspace);
  workspace.plan_again();
}

void limit_checks(Workspace& workspace, Session& session, double seconds) {
  session.limits.check_seconds = seconds;
  hold(session.limits, workspace);
}

void check_everything(Workspace& workspace) { workspace.check_everything(); }

void stop_checking(Workspace& workspace) { workspace.stop_checking(); }

}  // namespace app
