#include "app/cli/arguments.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace app {
namespace {

/// What CLI11 takes for a list of values, or such a text with blanks before it.
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

void keep_whole(CLI::App& command) {
  for (auto* option : command.get_options([](const CLI::Option* o) { return o->get_items_expected_max() > 0; })) {
    if (!option->get_positional()) option->allow_extra_args(false);
    option->transform([](std::string text) {
      if (text.starts_with(' ') && looks_like_a_list(text)) text.erase(0, 1);
      return text;
    });
  }
  for (auto* sub : command.get_subcommands([](const CLI::App*) { return true; })) keep_whole(*sub);
}

std::vector<std::string> given_options(const CLI::App& command) {
  std::vector<std::string> given;
  for (const auto* option : command.get_options())
    if (option->count() > 0) given.push_back(option->get_name());
  return given;
}

algebra::Message unheard_by_command(const CLI::App& cli) {
  for (const auto* command : cli.get_subcommands()) {
    const auto& name = command->get_name();
    const bool opens_window = name == "watch" || name == "screenshot";  // they share the window's options
    for (const auto* option : cli.get_options()) {
      if (option->count() == 0) continue;
      const bool is_file = option->get_positional();
      // Each command has the texts that it shows in the language that is asked for before it, too.
      const bool shared = opens_window || option->get_name() == "--language";
      if (shared && !is_file && command->get_option_no_throw(option->get_name()) != nullptr) continue;
      const auto what = is_file ? option->results().front() : option->get_name();
      return algebra::message("{} stands before {}: there it is for the window, which {} does not take", what, name, name);
    }
  }
  return {};
}

}  // namespace app
