#pragma once
// Programs that end, with all that they have started, no later than this one.

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"

namespace app {

/// The way in which a kept program is ended.
struct KeptProgramEnd {
  std::chrono::milliseconds patience{2000};  ///< between SIGTERM and SIGKILL; 0: SIGKILL at once
  /// true: processes started by the program may outlive it until the end is requested; false: they are killed when it has ended.
  bool outlived = false;
};
/// Starts the program as start_program does, in a process group of its own, beneath a keeper: a process that waits for it and then ends
/// with the same status. The keeper ends the whole group on SIGTERM, and when the calling thread ends, thus at the latest with this
/// process, however it ends. Returns the keeper's process id, for end_kept_program or waitpid. Error: the system's reason.
tl::expected<pid_t, algebra::Message> start_kept_program(const std::vector<std::string>& arguments, int stream, int file,
                                                         KeptProgramEnd end = {});
/// Ends a kept program and returns its status as waitpid has it. Returns no later than a second after the patience.
int end_kept_program(pid_t keeper, KeptProgramEnd end = {});

}  // namespace app
