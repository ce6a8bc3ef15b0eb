#pragma once
// Protects a command line's words from CLI11, which takes a text in brackets for a list of values.

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace app {

/// Returns the arguments, last first, as CLI11 wants them; those in brackets as keep_values_whole expects them.
std::vector<std::string> arguments_of(int argc, char** argv);

/// An argument is one value, also [4:1, 2:1], a tiler, and the file [1].cutes. An option takes one argument each time that it is given,
/// and leaves the next ones to the command. Of the command and its subcommands, once they have all their options.
void keep_values_whole(CLI::App& command);

}  // namespace app
