#pragma once
// The manual page and the completion scripts of the command line, both generated from the table of options, so that they are
// as complete as --help.

#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace app {

/// The source of the manual page cutescope(1).
std::string manual_page(const CLI::App&);

/// A completion script for "bash", "zsh" or "fish"; empty for any other shell.
std::string completion(const CLI::App&, std::string_view shell);

}  // namespace app
