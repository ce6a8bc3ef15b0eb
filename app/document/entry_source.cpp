// Reading and writing `@source` lines; see docs/sheet-format.md.

#include "app/document/entry_source.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "algebra/language/vocabulary.hpp"
#include "algebra/text/characters.hpp"
#include "app/document/setting_words.hpp"

namespace app {
using algebra::Message;
using algebra::message;

using Bad = tl::unexpected<Message>;

bool is_built_in(std::string_view word) {
  constexpr std::array<std::string_view, 5> all{"threadIdx", "blockIdx", "blockDim", "gridDim", "clusterIdx"};
  return std::ranges::find(all, word) != all.end();
}

std::string parameter_entry(std::string_view name) {
  std::string entry(name);
  std::ranges::replace(entry, '.', '_');
  return entry;
}

std::string parameter_name(std::string_view entry) {
  std::string name(entry);
  // A name that is also a function of the language ends with an underscore in the sheet, which the program does not have.
  if (entry.ends_with('_'))
    if (const auto rest = entry.substr(0, entry.size() - 1); algebra::function_named(rest) != nullptr || algebra::names_pointer(rest))
      name.pop_back();
  if (const auto member = entry.find('_'); member != std::string_view::npos && is_built_in(entry.substr(0, member))) name[member] = '.';
  return name;
}

algebra::Message assumed_words(const EntrySource& source, std::string_view entry) {
  if (source.assumed.empty()) return {};
  std::string names;
  for (std::string_view rest = source.assumed; !rest.empty();) {
    const auto name = algebra::take_until(rest, ' ');
    if (name == entry && source.parameter) return "assumed";
    names += fmt::format("{}{}", names.empty() ? "" : ", ", parameter_name(name));
  }
  return algebra::message("assumed: {}", names);
}

algebra::Message said_by_words(SaidBy by) {
  switch (by) {
    case SaidBy::compiler: return "by the compiler's front end";
    case SaidBy::run: return "as it ran";
    case SaidBy::reading: break;
  }
  return {};
}

bool same_parameter(std::string_view a, std::string_view b) { return parameter_entry(a) == parameter_entry(b); }

tl::expected<EntrySource, Message> read_source(std::string_view rest) {
  EntrySource source;
  SettingsRead read;
  for (auto word = next_word(rest); !word.empty(); word = next_word(rest)) {
    const auto option = split_option(word);
    auto [key, value, assigned] = option;
    if (key == "section") {
      source.section = std::move(value);
    } else if (key == "line") {
      const auto line = integer(value);
      if (!line || *line < 1) return Bad(message("line= of @source takes a line's number, from 1, not \"{}\"", value));
      source.line = static_cast<std::size_t>(*line);
    } else if (key == "parameter") {
      source.parameter = true;
    } else if (key == "problem") {
      source.problem = algebra::Message::verbatim(std::move(value));
    } else if (key == "assumed") {
      source.assumed = std::move(value);
    } else if (key == "first-round") {
      source.first_round = true;
    } else if (key == "by") {
      if (value != "compiler" && value != "run") return Bad(message("by= of @source takes compiler or run, not \"{}\"", value));
      source.by = value == "run" ? SaidBy::run : SaidBy::compiler;
    } else {
      return Bad(message("{} has no setting \"{}\"", "@source", key));
    }
    if (auto why = read.add("@source", option, key == "parameter" || key == "first-round"); !why.empty()) return Bad(std::move(why));
  }
  if (source.line == 0) return Bad("@source needs the line, such as line=12");
  return source;
}

std::string source_line(const EntrySource& source) {
  if (source.line == 0) return {};
  auto line = fmt::format("@source line={}", source.line);
  if (!source.section.empty()) line += fmt::format(" section={}", in_quotes(source.section));
  if (source.parameter) line += " parameter";
  if (!source.problem.empty()) line += fmt::format(" problem={}", in_quotes(source.problem.text()));
  if (!source.assumed.empty()) line += fmt::format(" assumed={}", in_quotes(source.assumed));
  if (source.first_round) line += " first-round";
  if (source.by != SaidBy::reading) line += source.by == SaidBy::run ? " by=run" : " by=compiler";
  return line + "\n";
}

}  // namespace app
