#pragma once
// The language of the command line: what is asked for, and CLI11's help and complaints in it.

#include <string>

#include "app/system/texts.hpp"

namespace CLI {
class App;
class Error;
}  // namespace CLI

namespace app {

/// The last --language among the arguments, which the help needs before they are parsed; without one that of the desktop. Of one that there
/// is not, CLI11 complains in that of the desktop.
Language asked_language(int argc, char** argv);

/// The help of the command and its subcommands in the language that is spoken: see speak().
void translate_help(CLI::App&);

/// What is wrong with the arguments, and where help is, in that language. Is CLI11's failure message.
std::string failure_text(const CLI::App*, const CLI::Error&);

}  // namespace app
