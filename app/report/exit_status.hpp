#pragma once
// The exit statuses of tools. docs/command-line.md has this table for users.

namespace app {

/// done: all is well, and all was looked at. found: a finding, a difference, a counterexample, or nothing where something was looked for.
/// wrong_input: what was asked cannot be answered: an option, an expression, a file that is not there. environment_failed: memory, a
/// device, a place that cannot be written. not_all_checked: nothing is wrong with what was looked at, and that was not all.
enum : int { done = 0, found = 1, wrong_input = 2, environment_failed = 3, not_all_checked = 4, interrupted = 130 };

}  // namespace app
