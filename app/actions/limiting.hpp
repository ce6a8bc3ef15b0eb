#pragma once
// Limits of memory, time and the length of launches.

#include "app/state/state.hpp"

namespace app {

/// Sets the memory budget. The launch runs again, as its trace may now have more elements, or must have fewer.
void limit_memory(Workspace&, Session&, double mib);
/// Sets the largest number of accesses of a launch. A longer one reports that, and does not run.
void limit_launches(Workspace&, Session&, std::int64_t accesses);
/// Sets the time for exhaustive verdicts. Verdicts that are samples stay so until check_everything.
void limit_checks(Workspace&, Session&, double seconds);
/// Start the exhaustive checks of verdicts that are samples, and sample the rest of running checks.
void check_everything(Workspace&);
void stop_checking(Workspace&);

}  // namespace app
