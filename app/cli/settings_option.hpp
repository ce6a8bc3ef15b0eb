#pragma once
// The options --set, -D and -U, which several subcommands have.

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/import/cpp_program.hpp"

namespace app {

/// The macros of C++ alone.
void add_macros(CLI::App&, MacroSettings&);
/// What a program is given, --set M=512, or a sheet's entries are; and the macros of C++, -D NAME=VALUE and -U NAME, in that order.
void add_settings(CLI::App&, ProgramSettings&, MacroSettings&);
/// -I, where a program's other files are looked for, too.
void add_folders(CLI::App&, std::vector<std::string>& folders);

}  // namespace app
