#pragma once
// Memory and time that the program may take, and the length of its launches.

#include "app/state/state.hpp"

namespace app {

/// Sets the memory budget. The launch runs again: its trace may have more elements, or must have fewer.
void limit_memory(Workspace&, Session&, double mib);
/// Sets how many accesses a launch may have; a longer one says so, and does not run.
void limit_launches(Workspace&, Session&, std::int64_t accesses);
/// Sets the time for verdicts that look at every element. Those that are samples stay so until they are asked for.
void limit_checks(Workspace&, Session&, double seconds);
/// Starts the checks of all elements of the verdicts that are samples; and samples what is left of the running ones.
void check_everything(Workspace&);
void stop_checking(Workspace&);

}  // namespace app
