#pragma once
// Exit statuses and error messages of the command line.

#include "algebra/text/message.hpp"

namespace app {

/// `not_all_looked_at`: nothing is wrong with what was looked at, and that was not all.
enum : int { done = 0, bad_input = 1, wrong_usage = 2, environment_failed = 3, not_all_looked_at = 4, interrupted = 130 };

/// Prints the message to standard error, in the language of the answers, and returns `status`.
int complain(int status, const algebra::Message&);

}  // namespace app
