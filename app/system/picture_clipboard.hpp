#pragma once
// Pictures in the desktop's clipboard. GLFW's holds text only, so a program of the desktop takes them.

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace app {

/// Gives the PNG to wl-copy (Wayland) or xclip (X11), whichever is installed and has a display.
/// Error: one sentence that says what to install.
tl::expected<void, std::string> copy_png(std::string_view png);

/// Starts a program (see start_program) with these bytes on its standard input, and waits for it: some seconds at most.
/// Error: one sentence.
tl::expected<void, std::string> feed_program(const std::vector<std::string>& arguments, std::string_view bytes);

}  // namespace app
