#pragma once
// How the program ends.

#include <string_view>

namespace app {

/// Exit statuses.
enum : int { done = 0, bad_input = 1, wrong_usage = 2, environment_failed = 3 };

/// Says what is wrong on the error stream, and returns `status`.
int complain(int status, std::string_view message);

}  // namespace app
