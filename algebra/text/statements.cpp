#include "algebra/text/statements.hpp"

#include <algorithm>
#include <array>

#include "algebra/text/characters.hpp"
#include "algebra/text/cursor.hpp"

namespace algebra {
namespace {

/// Returns whether the lines so far are a definition that is incomplete.
bool goes_on(std::string_view text) {
  bool defines = false;
  char last = 0;
  Cursor cursor(text);
  while (!cursor.done()) {
    const bool several_lines = cursor.comes("/*");
    if (cursor.comment()) {
      if (cursor.done() && several_lines && !text.ends_with("*/")) return true;
      continue;
    }
    const char c = cursor.here();
    cursor.step();
    if (c == ';' && cursor.depth() <= 0) defines = false;
    if (c == '=' && cursor.depth() == 0 && cursor.here() != '=' && std::string_view("=<>!").find(last) == std::string_view::npos)
      defines = true;
    if (!is_blank(c)) last = c;
  }
  return defines && (cursor.depth() > 0 || std::string_view("=,+-*/%&|?<").find(last) != std::string_view::npos);
}

/// Returns the text before the next semicolon outside brackets, or line break if `line_breaks`, and moves `at` past it.
std::string_view until(std::string_view text, std::size_t& at, bool line_breaks) {
  Cursor cursor(text, at, {.comments = true});
  const auto statement = cursor.until(line_breaks ? ";\n" : ";");
  at = std::min(cursor.place() + 1, text.size());
  return statement;
}

/// Returns whether the line can only be an expression; a shortcut for most lines.
bool is_expression(std::string_view line) {
  for (const char c : line)
    if (c == '=' || c == ';' || c == '/' || c == '#' || c == '{' || c == '}') return false;
  return !line.empty() && !is_blank(line.front()) && !is_frame(line);
}

/// Returns whether the line is an MLIR attribute, #ttg.blocked<{...}>, and not a comment.
bool is_attribute(std::string_view line) {
  if (!line.starts_with('#') || !line.ends_with('>')) return false;
  const auto open = line.find('<'), dot = line.find('.');
  return dot < open && open != line.npos &&
         std::all_of(line.begin() + 1, line.begin() + static_cast<std::ptrdiff_t>(open), [](char c) { return c == '.' || is_word(c); });
}

/// Returns whether the line can only be NAME = and a complete expression, as one_line writes it; a shortcut for most definitions.
bool is_definition(std::string_view line) {
  Cursor cursor(line);
  if (!cursor.word() || !cursor.comes(" = ") || is_digit(line.front()) || is_frame(line)) return false;
  const auto rest = cursor.rest().substr(3);
  if (!is_expression(rest) || is_blank(rest.back()) || rest.find_first_of("\t\r\n") != rest.npos || rest.find("  ") != rest.npos)
    return false;
  return open_brackets(rest) == 0 && std::string_view(",+-*%&|?<").find(rest.back()) == std::string_view::npos;
}

}  // namespace

std::string_view without_table(std::string_view source) {
  const auto line_end = source.find('\n');
  if (line_end == std::string_view::npos || source.find("+--", line_end) == std::string_view::npos) return source;
  return source.find_first_not_of(" \t\r\n0123456789+-|", line_end) == std::string_view::npos ? source.substr(0, line_end) : source;
}

std::string one_line(std::string_view pasted) {
  if (pasted.find_first_of("\r\n") == std::string_view::npos) return std::string(pasted);
  const auto source = without_table(pasted.substr(0, max_source));
  std::string line;
  const auto blank = [&] {
    if (!line.empty() && line.back() != ' ') line += ' ';
  };
  for (std::size_t i = 0; i < source.size();) {
    const auto rest = source.substr(i);
    if (rest.starts_with("/*")) {
      const auto close = rest.find("*/", 2);
      i += close == std::string_view::npos ? rest.size() : close + 2;
      blank();
    } else if (rest.starts_with("//") || rest.starts_with("#")) {
      i += std::min(rest.find_first_of("\r\n"), rest.size());
    } else if (rest[0] == '\n' || rest[0] == '\r' || rest[0] == '\t' || rest[0] == ' ') {
      blank();
      ++i;
    } else {
      line += rest[0];
      ++i;
    }
  }
  while (line.ends_with(' ')) line.pop_back();
  return line;
}

bool is_frame(std::string_view line) {
  constexpr std::array<std::string_view, 14> begins{"#include",
                                                    "#pragma",
                                                    "using namespace",
                                                    "using X",
                                                    "import ",
                                                    "from ",
                                                    "int main",
                                                    "def ",
                                                    "@cute.",
                                                    "main()",
                                                    "print(",
                                                    "return",
                                                    "auto ptr = counting_iterator",
                                                    "ptr = cute.make_ptr"};
  if (line.empty()) return false;
  return line == "{" || line == "}" ||
         std::any_of(begins.begin(), begins.end(), [&](std::string_view b) { return line.front() == b.front() && line.starts_with(b); });
}

std::string_view statement_at(std::string_view text, std::size_t& at) { return until(text, at, true); }

void StatementLines::add(const std::string& line, const Take& take) {
  if (open_.empty() && (is_expression(line) || is_definition(line))) return take(line);
  const auto said = trimmed(line);
  if (open_.empty() && is_attribute(said)) return take(line);
  if (open_.empty() && (said.empty() || said.front() == '#' || is_frame(said))) return;
  const bool ends = said.empty();
  open_ += line;
  open_ += '\n';
  if (ends || open_.size() > max_source || !goes_on(open_)) finish(take);
}

void StatementLines::finish(const Take& take) {
  // Longer than an entry may be; the caller reports it.
  if (open_.size() > max_source) {
    take(open_);
    open_.clear();
  }
  for (std::size_t at = 0; at < open_.size();) {
    // The appended line break makes one_line drop comments.
    const auto text = one_line(std::string(trimmed(until(open_, at, false))) + "\n");
    if (!text.empty() && !is_frame(text)) take(text);
  }
  open_.clear();
}

}  // namespace algebra
