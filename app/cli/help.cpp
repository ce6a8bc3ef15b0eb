#include "app/cli/help.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algebra/text/characters.hpp"
#include "algebra/text/columns.hpp"
#include "app/cli/cli_tools.hpp"
#include "app/report/spoken.hpp"
#include "app/storage/settings.hpp"

namespace app {
namespace {

using algebra::message;

constexpr std::size_t help_width = 100;

/// Breaks the text into lines of the help's width; those after the first begin with `indent` blanks.
std::string wrapped(std::string_view text, std::size_t indent) {
  std::string out;
  std::size_t column = indent;
  while (!text.empty()) {
    const auto word = text.substr(0, text.find(' '));
    const auto columns = algebra::columns_of(word);
    if (column > indent && column + 1 + columns > help_width) out += "\n" + std::string(indent, ' '), column = indent;
    else if (column > indent) out += ' ', ++column;
    out += word;
    column += columns;
    text.remove_prefix(std::min(word.size() + 1, text.size()));
  }
  return out;
}

/// Lists names with their meanings, which stand in one column.
std::string listed_rows(const std::vector<std::pair<std::string, std::string>>& rows) {
  std::size_t column = 0;
  for (const auto& [name, meaning] : rows) column = std::max(column, std::min<std::size_t>(algebra::columns_of(name), 26) + 4);
  std::string out;
  for (const auto& [name, meaning] : rows) {
    const bool is_long = algebra::columns_of(name) + 4 > column;
    out += "  " + (is_long ? name + "\n" + std::string(column, ' ') : algebra::padded(name, column - 2));
    out += wrapped(meaning, column) + "\n";
  }
  return out;
}

std::string names_with_value(const Option& o) {
  std::string names;
  for (const char c : o.names) names += c == ',' ? std::string(", ") : std::string(1, c);
  return o.takes_value() ? fmt::format("{} {}", names, o.value) : names;
}

std::string commands_by_group() {
  std::string out;
  for (const auto group : {ToolGroup::layouts, ToolGroup::kernels, ToolGroup::take_along, ToolGroup::learn, ToolGroup::setup}) {
    std::vector<std::pair<std::string, std::string>> rows;
    for (const auto* tool : command_line_tools())
      if (tool->group == group && !tool->name.empty()) rows.emplace_back(tool->name, in_words(std::string(tool->help).c_str()));
    out += fmt::format("\n{}\n{}", in_words(std::string(title_of(group)).c_str()), listed_rows(rows));
  }
  return out;
}

}  // namespace

Language requested_language(int argc, char** argv) {
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

std::vector<std::string> names_of_option(const Option& o) {
  std::vector<std::string> names;
  for (std::string_view list = o.names; !list.empty();) names.emplace_back(algebra::take_until(list, ','));
  return names;
}

std::vector<std::string> choices_of(const Option& o) {
  auto choices = o.choices == nullptr ? std::vector<std::string>() : o.choices();
  std::erase(choices, "");
  return choices;
}

std::string meaning_of(const Option& o) {
  auto text = in_words(o.help.c_str());
  const auto choices = choices_of(o);
  const bool are_named = std::ranges::all_of(choices, [&](const auto& word) { return text.find(word) != std::string::npos; });
  if (!are_named) text += fmt::format(" ({})", fmt::join(choices, ", "));
  if (o.kind == OptionKind::integer || o.kind == OptionKind::number) text += fmt::format(" [{} - {}]", o.least, o.most);
  if (!o.initial.empty()) text += " " + in_words(message("(default: {})", o.initial));
  return text;
}

std::string usage_of(const Option& o) {
  const auto name = fmt::format("{}{}", o.value, o.is_repeated ? "..." : "");
  return o.is_required ? name : fmt::format("[{}]", name);
}

std::string help_text(const Tool& tool) {
  const auto options = tool.options();
  auto out = tool.name.empty() ? in_words("Cutescope: an explorer for CuTe's layout algebra.")
                               : in_words(message("{}.", in_words(std::string(tool.help).c_str())));
  out += fmt::format("\n\n{} cutescope", in_words("Usage:"));
  if (!tool.name.empty()) out += fmt::format(" {}", tool.name);
  std::vector<std::pair<std::string, std::string>> arguments, named;
  for (const auto& o : options) {
    if (o.is_hidden) continue;
    if (o.is_argument()) out += " " + usage_of(o), arguments.emplace_back(o.value, meaning_of(o));
    else named.emplace_back(names_with_value(o), meaning_of(o));
  }
  out += fmt::format(" [{}]", in_words("OPTIONS"));
  if (tool.name.empty()) out += fmt::format("\n       cutescope {} ...", in_words("COMMAND"));
  if (!tool.example.empty()) out += fmt::format("\n{} cutescope {}", in_words("Example:"), tool.example);
  out += "\n";
  if (tool.name.empty()) out += commands_by_group();
  if (!arguments.empty()) out += "\n" + listed_rows(arguments);
  named.emplace_back("-h, --help", in_words("Show this help"));
  if (tool.name.empty()) named.emplace_back("--version", in_words("Show the version"));
  return out + fmt::format("\n{}\n{}", in_words("Options"), listed_rows(named));
}

}  // namespace app
