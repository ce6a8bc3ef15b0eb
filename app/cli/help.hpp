#pragma once
// The help of the command line, made of the tools' records.

#include <string>

#include "app/system/texts.hpp"
#include "app/tools/tool.hpp"

namespace app {

/// The last --language among the arguments; without one that of the desktop.
Language asked_language(int argc, char** argv);

/// The tool's --help in the language that is spoken; of the window also the list of all commands, by group.
std::string help_text(const Tool&);
/// Splits an option's names: "-o" and "--output".
std::vector<std::string> names_of_option(const Option&);
/// The choices of an option, for --help, the manual and completions; none where it has none.
std::vector<std::string> choices_of(const Option&);
/// The option's sentence with its choices, limits and what it usually is.
std::string meaning_of(const Option&);
/// "FILE..." as usage has an argument, in brackets where it may be left out.
std::string usage_of(const Option& argument);

}  // namespace app
