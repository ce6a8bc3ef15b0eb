#pragma once
// Starting programs found in the PATH, without a shell.

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"

namespace app {

/// Returns the program's place in the folders of the PATH; "" if none has it. Relative folders are skipped: the current folder is
/// accidental.
std::string installed_path(std::string_view program);
/// Returns true if the PATH has a program of that name.
bool is_installed(std::string_view program);

/// Starts the program arguments[0], searched in the PATH. Its standard stream `stream` (STDIN_FILENO, ...) is the descriptor `file`, the
/// other two are /dev/null. Returns its process id, for which the caller must wait. Error: the system's reason.
tl::expected<pid_t, algebra::Message> start_program(const std::vector<std::string>& arguments, int stream, int file);

}  // namespace app
