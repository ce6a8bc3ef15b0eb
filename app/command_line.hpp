#pragma once
// The command line.

namespace app {

/// Exit statuses.
enum : int { done = 0, bad_input = 1, wrong_usage = 2, environment_failed = 3 };

int command_line(int argc, char** argv);

}  // namespace app
