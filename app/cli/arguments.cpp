#include "app/cli/arguments.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace app {
namespace {

/// Tells whether CLI11 takes the text for a list of values, also behind blanks.
bool looks_like_a_list(std::string_view text) {
  const auto begin = text.find_first_not_of(' ');
  return begin != std::string_view::npos && text[begin] == '[' && text.ends_with(']');
}

}  // namespace

std::vector<std::string> arguments_of(int argc, char** argv) {
  std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  // Behind a blank it is none.
  for (auto& a : arguments)
    if (looks_like_a_list(a)) a.insert(0, 1, ' ');
  std::ranges::reverse(arguments);
  return arguments;
}

void keep_values_whole(CLI::App& command) {
  for (auto* option : command.get_options([](const CLI::Option* o) { return o->get_items_expected_max() > 0; })) {
    if (!option->get_positional()) option->allow_extra_args(false);
    option->transform([](std::string text) {
      if (text.starts_with(' ') && looks_like_a_list(text)) text.erase(0, 1);
      return text;
    });
  }
  for (auto* sub : command.get_subcommands([](const CLI::App*) { return true; })) keep_values_whole(*sub);
}

}  // namespace app
