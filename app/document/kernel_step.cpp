#include "app/document/kernel_step.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"
#include "algebra/text/cursor.hpp"
#include "app/system/words.hpp"
#include "gpu/flow/step_kinds.hpp"

namespace app {

using algebra::Diagnostic;
using algebra::Message;
using algebra::message;
using algebra::SourceSpan;
namespace {

using Piece = KernelStep::Piece;

tl::unexpected<Diagnostic> wrong(SourceSpan span, Message why) { return tl::unexpected(Diagnostic{span, {"step", std::move(why), {}}}); }

std::string_view first_word(std::string_view text) { return algebra::Cursor(text).word().value_or(""); }

Piece piece_of(std::string_view whole, std::size_t begin, std::size_t end) {
  while (begin < end && (whole[begin] == ' ' || whole[begin] == '\t')) ++begin;
  while (end > begin && (whole[end - 1] == ' ' || whole[end - 1] == '\t')) --end;
  return {std::string(whole.substr(begin, end - begin)), begin};
}

/// Returns the position of the bracket that closes the one at `open`; npos if there is none. Angle brackets count only if `open` is one.
std::size_t closing(std::string_view text, std::size_t open) {
  algebra::Cursor cursor(text, open, text[open] == '<' ? algebra::brackets_and_angles : algebra::Brackets{});
  return cursor.balanced() ? cursor.place() - 1 : text.npos;
}

/// Returns the texts between commas, in [begin, end).
std::vector<Piece> listed(std::string_view text, std::size_t begin, std::size_t end) {
  std::vector<Piece> all;
  for (const auto one : algebra::Cursor(text.substr(begin, end - begin), 0, algebra::brackets_and_angles).split(',')) {
    all.push_back(piece_of(text, begin, begin + one.size()));
    begin += one.size() + 1;
  }
  if (all.size() == 1 && all[0].text.empty()) all.clear();
  return all;
}

constexpr std::string_view loop_word = "for", branch_word = "if", else_word = "else", end_word = "end";
constexpr std::array<std::string_view, 6> signs{"==", "!=", "<=", ">=", "<", ">"};

tl::expected<KernelStep, Diagnostic> read_loop(std::string_view text, KernelStep s) {
  s.kind = KernelStep::Kind::loop;
  const SourceSpan all{0, text.size()};
  auto at = text.find_first_not_of(' ', loop_word.size());
  s.variable = at == text.npos ? std::string{} : std::string(first_word(text.substr(at)));
  at = at == text.npos ? at : text.find_first_not_of(' ', at + s.variable.size());
  const auto dots = text.find("..");
  if (s.variable.empty() || at == text.npos || first_word(text.substr(at)) != "in" || dots == text.npos)
    return wrong(all, "Write a loop as for k in 0..8: k is 0, 1, ... 7.");
  s.first = piece_of(text, at + 2, dots);
  s.last = piece_of(text, dots + 2, text.size());
  if (s.first.text.empty() || s.last.text.empty()) return wrong(all, "Write a loop as for k in 0..8: k is 0, 1, ... 7.");
  return s;
}

tl::expected<KernelStep, Diagnostic> read_branch(std::string_view text, KernelStep s) {
  s.kind = KernelStep::Kind::branch;
  for (algebra::Cursor cursor(text, branch_word.size(), algebra::round_brackets); !cursor.done(); cursor.step()) {
    if (cursor.depth() > 0) continue;
    for (const auto sign : signs) {
      if (!cursor.comes(sign)) continue;
      s.sign = sign;
      s.first = piece_of(text, branch_word.size(), cursor.place());
      s.last = piece_of(text, cursor.place() + sign.size(), text.size());
      if (s.first.text.empty() || s.last.text.empty()) break;
      return s;
    }
  }
  return wrong({0, text.size()}, "Write a branch as a comparison of two numbers: if threadIdx_x / 128 == 0.");
}

}  // namespace

bool is_step(std::string_view expression) {
  const auto text = algebra::trimmed(expression);
  const auto word = first_word(text);
  if (word == else_word || word == end_word) return text == word;
  if (word == loop_word || word == branch_word) return text.size() > word.size();
  const auto* known = gpu::step_kind_called(word);
  const auto next = text.substr(word.size());
  return known != nullptr && !known->word(word).arguments.empty() && (next.starts_with('(') || next.starts_with('<'));
}

tl::expected<KernelStep, Diagnostic> read_step(std::string_view expression) {
  const auto text = expression.substr(0, expression.find_last_not_of(" \t") + 1);
  const auto word = first_word(text);
  KernelStep s;
  if (word == loop_word) return read_loop(text, std::move(s));
  if (word == branch_word) return read_branch(text, std::move(s));
  if (word == else_word || word == end_word) {
    s.kind = word == end_word ? KernelStep::Kind::end : KernelStep::Kind::otherwise;
    return s;
  }
  s.function = word;
  auto at = word.size();
  if (at < text.size() && text[at] == '<') {
    const auto close = closing(text, at);
    if (close == text.npos) return wrong({at, text.size()}, "This < is not closed.");
    s.templates = listed(text, at + 1, close);
    at = close + 1;
  }
  const auto close = at < text.size() && text[at] == '(' ? closing(text, at) : text.npos;
  if (close == text.npos) return wrong({at, text.size()}, message("{} is called with its arguments in round brackets.", word));
  if (close + 1 != text.size()) return wrong({close + 1, text.size()}, message("Nothing may follow the call of {}.", word));
  s.arguments = listed(text, at + 1, close);
  return s;
}

BarrierText barrier_text(std::string_view text) {
  const auto name = first_word(text);
  if (name.empty() || algebra::is_digit(name.front())) return {};
  const auto rest = text.substr(name.size());
  if (rest.empty()) return {name, {}};
  if (!rest.starts_with('[') || closing(rest, 0) + 1 != rest.size()) return {};
  return {name, rest.substr(1, rest.size() - 2)};
}

BarrierText with_barrier(std::string_view text) {
  constexpr std::string_view with = ".with(";
  const auto at = text.find(with);
  if (at == text.npos || closing(text, at + with.size() - 1) + 1 != text.size()) return {text, {}};
  return {text.substr(0, at), text.substr(at + with.size(), text.size() - at - with.size() - 1)};
}

std::vector<algebra::Token> row_tokens(std::string_view line) {
  auto tokens = algebra::tokens(line);
  if (tokens.empty() || !is_step(line)) return tokens;
  using Kind = algebra::Token::Kind;
  tokens.front().kind = Kind::function;
  for (auto& t : tokens)
    if (const auto text = line.substr(t.span.begin, t.span.end - t.span.begin);
        t.kind == Kind::error && (text == "<" || text == ">" || text == "!"))
      t.kind = Kind::punctuation;
  return tokens;
}

std::string with_number(std::string_view text, std::string_view name, std::int64_t number) {
  return with_words(text, [&](std::string_view word, std::string_view before) {
    if (word != name || before.ends_with('.')) return std::string(word);
    return number < 0 ? fmt::format("({})", number) : fmt::format("{}", number);
  });
}

}  // namespace app
