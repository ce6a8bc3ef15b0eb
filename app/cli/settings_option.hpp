#pragma once
// The option --set, which several subcommands have.

#include <CLI/CLI.hpp>

#include "app/import/cpp_program.hpp"

namespace app {

/// What a program is given, --set M=512, or a sheet's entries are.
void add_settings(CLI::App&, ProgramSettings&);

}  // namespace app
