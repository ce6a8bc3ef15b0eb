#include "app/import/printed_entries.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "algebra/language/cute_ir.hpp"
#include "algebra/language/lines.hpp"
#include "algebra/language/parser.hpp"
#include "algebra/language/printed.hpp"
#include "algebra/reading/cpp_type.hpp"
#include "algebra/reading/scan.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/cursor.hpp"
#include "app/document/watched_names.hpp"

namespace app {
namespace {

std::vector<algebra::Scanned> found_in(std::string_view text) {
  algebra::LogScanner finder;
  auto found = finder.feed(text);
  for (auto& f : finder.finish()) found.push_back(std::move(f));
  return found;
}

bool calls_a_function(std::string_view line) {
  return std::ranges::any_of(algebra::tokens(line), [&](const algebra::Token& t) {
    return t.kind == algebra::Token::Kind::function && line.substr(t.span.begin, t.span.end - t.span.begin) != "o";
  });
}

/// Returns whether a line without a printed value is text of the language: a definition or a call, even an unfinished one.
bool is_written(std::string_view text) {
  const auto line = algebra::split_line(text);
  if (!line) return false;
  if (line->is_note) return false;
  const bool calls = calls_a_function(line->expression);
  const bool whole = algebra::expression::parse(line->expression).has_value();
  if (!line->name.empty()) return calls || (whole && line->expression.find(':') != std::string_view::npos);
  if (whole) return calls || line->expression.find(':') != std::string_view::npos;
  return algebra::open_brackets(line->expression) != 0;
}

bool is_of_a_compiler(std::string_view value) {
  if (value.starts_with("cute::")) value.remove_prefix(6);
  const auto begins = [&](std::string_view mark) { return value.starts_with(mark); };
  return begins(algebra::dialects::cute_ir_mark) || begins("memref<") || std::ranges::any_of(algebra::dialects::cpp_layout_marks, begins);
}

}  // namespace

bool is_printed(std::string_view text) {
  const auto found = found_in(text);
  if (found.empty()) return false;
  const bool one_line = algebra::trimmed(text).find('\n') == std::string_view::npos;
  std::size_t number = 0;
  auto next = found.begin();
  while (!text.empty()) {
    const auto line = algebra::take_until(text, '\n');
    ++number;
    if (algebra::trimmed(line).empty()) continue;
    if (next == found.end() || next->line != number) {
      if (is_written(line)) return false;
      continue;
    }
    const auto words = algebra::trimmed(line.substr(0, std::min(line.size(), next->column - 1)));
    // A compiler's text around a type may be anything. A value alone on its line may be a mistyped expression.
    if (!is_of_a_compiler(line.substr(std::min(line.size(), next->column - 1)))) {
      if (algebra::open_brackets(words) > 0 || calls_a_function(words)) return false;
      if (one_line && !words.empty() && !words.ends_with(':')) return false;
    }
    while (next != found.end() && next->line == number) ++next;
  }
  return true;
}

std::vector<std::string> printed_entries(std::string_view text) {
  const auto found = found_in(text);
  WatchedNames names;
  std::vector<std::string> entries;
  std::set<std::string> seen;
  const bool alone = found.size() == 1 && found[0].name.empty() && found[0].printed.numbers.empty();
  for (const auto& f : found) {
    const auto name = names.name_for(f.name, f.text);
    if (!seen.insert(name).second) continue;
    if (seen.size() > most_printed) {
      entries.push_back("# " + fmt::format("the first {} values of the text that was pasted", most_printed));
      break;
    }
    const auto named = algebra::dialects::with_names(f.printed, name);
    entries.insert(entries.end(), named.definitions.begin(), named.definitions.end());
    const auto& value = named.definitions.empty() ? f.text : named.text;
    entries.push_back(alone ? value : fmt::format("{} = {}", name, value));
    if (const auto words = algebra::dialects::run_time_words(f.printed); !words.empty())
      entries.push_back(fmt::format("# {}: {}", name, words));
  }
  return entries;
}

}  // namespace app
