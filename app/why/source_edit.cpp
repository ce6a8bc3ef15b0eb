#include "app/why/source_edit.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>

#include "algebra/text/characters.hpp"

namespace app::why {
namespace {

using algebra::is_blank;
using algebra::is_word;

/// Returns the offset behind the bracket that closes the one at `open`; std::string_view::npos without one.
std::size_t behind(std::string_view text, std::size_t open) {
  int depth = 0;
  for (auto i = open; i < text.size(); ++i) {
    const char c = text[i];
    if (c == ';') return std::string_view::npos;
    if (c == '<' || c == '(' || c == '[' || c == '{') ++depth;
    if ((c == '>' && text[i - 1] != '-') || c == ')' || c == ']' || c == '}') --depth;
    if (depth == 0) return i + 1;
  }
  return std::string_view::npos;
}

std::vector<TextRange> parts(std::string_view text, std::size_t begin, std::size_t end) {
  std::vector<TextRange> all;
  int depth = 0;
  auto from = begin;
  const auto add = [&](std::size_t to) {
    while (from < to && is_blank(text[from])) ++from;
    auto last = to;
    while (last > from && is_blank(text[last - 1])) --last;
    if (last > from) all.push_back({from, last});
  };
  for (auto i = begin; i < end; ++i) {
    const char c = text[i];
    if (c == '<' || c == '(' || c == '[' || c == '{') ++depth;
    if ((c == '>' && text[i - 1] != '-') || c == ')' || c == ']' || c == '}') --depth;
    if (c != ',' || depth > 0) continue;
    add(i);
    from = i + 1;
  }
  add(end);
  return all;
}

std::size_t line_of(std::string_view text, std::size_t at) {
  return 1 + static_cast<std::size_t>(std::ranges::count(text.substr(0, at), '\n'));
}

/// Reads the call whose name ends at `at`; nullopt if neither < nor ( follows.
std::optional<CallText> call_at(std::string_view text, std::size_t begin, std::size_t at) {
  CallText c{.begin = begin, .end = at, .indices = {}, .arguments = {}};
  const auto skip = [&] {
    while (at < text.size() && is_blank(text[at])) ++at;
  };
  skip();
  bool any = false;
  if (at < text.size() && text[at] == '<') {
    const auto end = behind(text, at);
    if (end == std::string_view::npos) return std::nullopt;
    c.indices = parts(text, at + 1, end - 1);
    c.end = at = end;
    any = true;
    skip();
  }
  if (at < text.size() && text[at] == '(') {
    const auto end = behind(text, at);
    if (end == std::string_view::npos) return std::nullopt;
    c.arguments = parts(text, at + 1, end - 1);
    c.end = end;
    any = true;
  }
  return any ? std::optional(c) : std::nullopt;
}

}  // namespace

std::size_t line_begin(std::string_view text, std::size_t line) {
  std::size_t at = 0;
  for (; line > 1 && at != std::string_view::npos; --line)
    at = text.find('\n', at) == std::string_view::npos ? std::string_view::npos : text.find('\n', at) + 1;
  return std::min(at, text.size());
}

std::optional<CallText> find_call(std::string_view program, std::string_view name, std::size_t line, std::size_t column) {
  if (name.ends_with("operator()")) {
    auto open = program.find('(', line_begin(program, line) + (column > 0 ? column - 1 : 0));
    return open == std::string_view::npos ? std::nullopt : call_at(program, open, open);
  }
  if (const auto colons = name.rfind("::"); colons != std::string_view::npos) name = name.substr(colons + 2);
  std::optional<CallText> best;
  std::size_t distance = std::string_view::npos;
  for (auto at = program.find(name); at != std::string_view::npos && !name.empty(); at = program.find(name, at + name.size())) {
    if ((at > 0 && is_word(program[at - 1])) || (at + name.size() < program.size() && is_word(program[at + name.size()]))) continue;
    auto call = call_at(program, at, at + name.size());
    if (!call) continue;
    const auto l = line_of(program, at);
    const auto away =
        (l > line ? 2 * (l - line) : line - l) * 4096 +
        (l == line && column > 0
             ? std::min<std::size_t>(
                   4095, static_cast<std::size_t>(std::abs(static_cast<long>(at - line_begin(program, l)) - static_cast<long>(column))))
             : 0);
    if (away < distance) distance = away, best = std::move(call);
  }
  return best;
}

std::optional<std::size_t> find_text(std::string_view program, std::string_view text, std::size_t line, Nearest nearest) {
  const auto begin = line_begin(program, line), end = line_begin(program, line + 1);
  if (nearest == Nearest::first || line == 0) {
    const auto at = program.find(text);
    return at == std::string_view::npos ? std::nullopt : std::optional(at);
  }
  if (const auto at = program.substr(0, end).find(text, begin); at != std::string_view::npos) return at;
  if (const auto at = program.substr(0, begin).rfind(text); at != std::string_view::npos) return at;
  const auto at = program.find(text, end);
  return at == std::string_view::npos ? std::nullopt : std::optional(at);
}

std::pair<std::size_t, std::string> edited_line(std::string_view program, std::vector<Edit> edits) {
  const auto number = line_of(program, edits[0].begin);
  const auto begin = line_begin(program, number);
  auto end = std::min(program.find('\n', begin), program.size());
  // An argument of several lines: up to the end of its last one.
  end = std::min(program.find('\n', std::max(end, edits[0].end)), program.size());
  std::ranges::sort(edits, std::greater<>(), &Edit::begin);
  std::string line(program.substr(begin, end - begin));
  for (const auto& e : edits)
    if (e.begin >= begin && e.end <= end) line.replace(e.begin - begin, e.end - e.begin, e.now);
  return {number, line};
}

std::optional<std::string> without_last(std::string_view call, std::size_t count) {
  const auto open = call.find_first_of("(<");
  if (open == std::string_view::npos || open == 0) return std::nullopt;
  const auto end = behind(call, open);
  if (end == std::string_view::npos) return std::nullopt;
  const auto all = parts(call, open + 1, end - 1);
  if (count >= all.size()) return std::nullopt;
  return std::string(call.substr(0, all[all.size() - count - 1].end)) + std::string(call.substr(end - 1));
}

}  // namespace app::why
