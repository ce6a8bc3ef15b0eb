#pragma once
// The command line.

namespace app {

/// Runs the subcommand or opens the window. Returns an exit status of exit_status.hpp.
int command_line(int argc, char** argv);

}  // namespace app
