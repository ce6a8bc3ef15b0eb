#pragma once
// Makes the help of the command line from the tools' records.

#include <string>

#include "app/system/texts.hpp"
#include "app/tools/tool.hpp"

namespace app {

/// Returns the last --language among the arguments; without one the desktop's language.
Language requested_language(int argc, char** argv);

/// Returns the tool's --help in the user's language; that of the window lists all commands, too, by group.
std::string help_text(const Tool&);
/// Splits an option's names: "-o" and "--output".
std::vector<std::string> names_of_option(const Option&);
/// Returns the choices of an option, for --help, the manual and completions; empty if it has none.
std::vector<std::string> choices_of(const Option&);
/// Returns the option's sentence with its choices, limits and initial value.
std::string meaning_of(const Option&);
/// Returns an argument as usage has it: "FILE...", in brackets if it may be left out.
std::string usage_of(const Option& argument);

}  // namespace app
