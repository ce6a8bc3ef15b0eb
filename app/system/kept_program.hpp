#pragma once
// Programs that end, with all that they have started, no later than this one.

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"

namespace app {

/// How a program that is kept comes to its end.
struct KeptProgramEnd {
  std::chrono::milliseconds patience{2000};  ///< between SIGTERM and SIGKILL; 0: SIGKILL at once
  /// What the program has started goes on after it until the end is asked for; otherwise it is killed when the program has ended.
  bool outlived = false;
};
/// Starts the program as start_program does, in a process group of its own, beneath a keeper: a process that waits for it and then ends as
/// it has ended. On SIGTERM, and when the thread that has called this ends, which it does with the process however that ends, the keeper
/// ends the whole group. Returns the keeper's process id, for end_kept_program or waitpid. Error: the system's reason.
tl::expected<pid_t, algebra::Message> start_kept_program(const std::vector<std::string>& arguments, int stream, int file,
                                                         KeptProgramEnd end = {});
/// Ends a kept program and returns its status as waitpid has it. Returns no later than a second after the patience.
int end_kept_program(pid_t keeper, KeptProgramEnd end = {});

}  // namespace app
