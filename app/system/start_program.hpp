#pragma once
// Programs of the PATH, started without a shell.

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace app {

/// Whether there is a program of that name in the PATH.
bool is_installed(std::string_view program);

/// Starts a program, looked for in the PATH, whose standard stream `stream` (STDIN_FILENO, ...) is the descriptor `file`; the
/// other two standard streams are /dev/null. arguments[0]: its name. Returns its process. Error: why not, as the system says it.
tl::expected<pid_t, std::string> start_program(const std::vector<std::string>& arguments, int stream, int file);

}  // namespace app
