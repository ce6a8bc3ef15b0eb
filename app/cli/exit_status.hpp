#pragma once
// Exit statuses and error messages of the command line.

#include <concepts>
#include <string_view>

#include "algebra/text/message.hpp"

namespace app {

enum : int { done = 0, bad_input = 1, wrong_usage = 2, environment_failed = 3, interrupted = 130 };

/// Prints the message to standard error and returns `status`.
int complain(int status, std::string_view message);
template <std::same_as<algebra::Message> M>
int complain(int status, const M& message) {
  return complain(status, std::string_view(message.text()));
}

}  // namespace app
