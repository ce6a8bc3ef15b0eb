#include "app/cli/spoken_help.hpp"

#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/cli/answers.hpp"
#include "app/storage/settings.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::Operand;

/// What stands in the places of a key, if the text is the key with something in them.
std::optional<std::vector<std::string>> taken_apart(std::string_view text, std::string_view key) {
  std::vector<std::string> parts;
  for (auto place = key.find("{}"); place != key.npos; place = key.find("{}")) {
    const auto before = key.substr(0, place);
    if (!text.starts_with(before)) return std::nullopt;
    text.remove_prefix(before.size());
    key.remove_prefix(place + 2);
    const auto behind = key.substr(0, key.find("{}"));
    const auto end = behind.empty() ? text.size() : behind.size() == key.size() ? text.rfind(behind) : text.find(behind);
    if (end == text.npos) return std::nullopt;
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  if (text != key) return std::nullopt;
  return parts;
}

/// CLI11's sentences, and those of our own validators, which come as text: the first that fits.
Message complaint(std::string_view text) {
  static constexpr std::array<std::string_view, 16> keys{"The following argument was not expected: {}",
                                                         "The following arguments were not expected: {}",
                                                         "A subcommand is required",
                                                         "Could not convert: {} = {}",
                                                         "The value {} is not an allowed value for {}",
                                                         "{}: {} required {} missing",
                                                         "{}: Should be true/false or a number",
                                                         "is empty, where it is the name of a file",
                                                         "is not NAME or NAME=VALUE: {}",
                                                         "is not NAME=VALUE: {}",
                                                         "is not a macro's name: {}",
                                                         "is not a number: {}",
                                                         "is not UTF-8",
                                                         "Value {} not in range {} to {}",
                                                         "{} not in {}",
                                                         "{} is required"};
  const auto fitting = [&](std::string_view key) -> std::optional<Message> {
    const auto parts = taken_apart(text, key);
    if (!parts) return std::nullopt;
    std::vector<Operand> operands;
    for (const auto& part : *parts) operands.push_back(algebra::operand(part));
    return Message(key, std::move(operands));
  };
  for (const auto key : keys)
    if (auto said = fitting(key); said && (key != "{} not in {}" || text.find(": ") == text.npos)) return *said;
  // An option, and what is wrong with its value.
  if (const auto colon = text.find(": "); colon != text.npos)
    return algebra::message("{}: {}", text.substr(0, colon), complaint(text.substr(colon + 2)));
  return Message::verbatim(std::string(text));
}

std::string translated(const std::string& english) { return in_words(english.c_str()); }

}  // namespace

Language asked_language(int argc, char** argv) {
  constexpr std::string_view option = "--language";
  auto asked = desktop_language();
  for (int i = 1; i < argc && std::string_view(argv[i]) != "--"; ++i) {
    std::string_view argument = argv[i];
    if (argument == option && i + 1 < argc) argument = argv[++i];
    else if (argument.starts_with(option) && argument.substr(option.size()).starts_with('=')) argument.remove_prefix(option.size() + 1);
    else continue;
    asked = language_named(argument).value_or(asked);
  }
  return asked;
}

void translate_help(CLI::App& command) {
  for (auto* option : command.get_options([](const CLI::Option*) { return true; })) {
    option->description(translated(option->get_description()));
    if (!option->get_group().empty()) option->group(translated(option->get_group()));
  }
  command.description(translated(command.get_description()));
  if (!command.get_group().empty()) command.group(translated(command.get_group()));
  for (const auto* label : {"Usage", "OPTIONS", "SUBCOMMAND", "Positionals", "REQUIRED"})
    command.get_formatter()->label(label, translated(label));
  for (auto* sub : command.get_subcommands([](const CLI::App*) { return true; })) translate_help(*sub);
}

std::string failure_text(const CLI::App* command, const CLI::Error& error) {
  std::string names;
  if (const auto* help = command->get_help_ptr(); help != nullptr) names = help->get_name();
  auto text = in_words(complaint(error.what())) + "\n";
  if (!names.empty()) text += in_words(algebra::message("Run with {} for more information.", names)) + "\n";
  return text;
}

}  // namespace app
