#pragma once
// Starting programs found in the PATH, without a shell.

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"

namespace app {

/// The place of the program in the folders of the PATH; "" if none of them has it. Folders that are relative are left out: the folder
/// that happens to be the current one is nobody's choice.
std::string installed_path(std::string_view program);
/// Whether the PATH has a program of that name.
bool is_installed(std::string_view program);

/// Starts the program arguments[0], searched in the PATH. Its standard stream `stream` (STDIN_FILENO, ...) is the descriptor
/// `file`, the other two are /dev/null. Returns its process id, to be waited for by the caller. Error: the system's reason.
tl::expected<pid_t, algebra::Message> start_program(const std::vector<std::string>& arguments, int stream, int file);

}  // namespace app
