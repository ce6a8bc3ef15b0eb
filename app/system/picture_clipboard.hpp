#pragma once
// Copying pictures to the desktop's clipboard, by a program of the desktop, since GLFW supports only text.

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"

namespace app {

/// Passes the PNG to wl-copy (Wayland) or xclip (X11), whichever is installed and has a display. Error: one sentence that names the program
/// to install.
tl::expected<void, algebra::Message> copy_png(std::string_view png);

/// Runs a program (see start_program) with these bytes as its standard input and waits some seconds at most. Error: one sentence.
tl::expected<void, algebra::Message> feed_program(const std::vector<std::string>& arguments, std::string_view bytes);

}  // namespace app
