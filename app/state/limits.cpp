#include "app/state/limits.hpp"

#include "algebra/layout/memory_budget.hpp"
#include "app/state/workspace.hpp"

namespace app {

void hold_in_program(const Limits& limits) {
  gpu::limit_launch_accesses(limits.launch_accesses);
  algebra::memory_budget().set(static_cast<std::int64_t>(limits.memory_mib * static_cast<double>(std::int64_t{1} << 20)));
}

void hold(const Limits& limits, Workspace& workspace) {
  hold_in_program(limits);
  workspace.limit_checks(limits.check_seconds);
}

}  // namespace app
