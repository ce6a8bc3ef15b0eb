#pragma once
// What the command line says of itself: its manual page, and what shells complete. Both come from the table of options,
// so that they are as complete as --help.

#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace app {

/// The manual page cutescope(1), for man.
std::string manual_page(const CLI::App&);

/// A completion script for "bash", "zsh" or "fish"; empty for another shell.
std::string completion(const CLI::App&, std::string_view shell);

}  // namespace app
