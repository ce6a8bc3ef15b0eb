#pragma once
// The command line.

namespace app {

/// Runs what the arguments ask for. Returns an exit status of cli/exit_status.hpp.
int command_line(int argc, char** argv);

}  // namespace app
