#pragma once
// The manual page and the completion scripts, made of the tools' records like --help.

#include <string>
#include <string_view>

namespace app {

/// Returns the source of the manual page cutescope(1).
std::string manual_page();

/// Returns the tables of commands in Markdown, one a group, which docs/command-line.md has.
std::string command_tables();

/// Returns a completion script for "bash", "zsh" or "fish"; empty for any other shell.
std::string completion(std::string_view shell);

}  // namespace app
