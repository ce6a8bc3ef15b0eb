#include "app/import/paste.hpp"

#include <algorithm>

#include "algebra/characters.hpp"
#include "algebra/evaluate.hpp"
#include "app/document/sheet.hpp"
#include "app/import/syntax.hpp"

namespace app {
namespace {

/// Stands before lines that are kept: no entry is empty, so that nothing else has two separators in a row.
std::string lines_mark() { return std::string(entry_separator) + std::string(entry_separator); }

/// C++ with functions, so that not each of its lines is an entry.
bool is_program(std::string_view text) {
  if (text.size() > max_sheet_bytes || text.find('{') == std::string_view::npos || text.find('\n') == std::string_view::npos) return false;
  const Syntax syntax{std::string(text)};
  const auto is_definition = [](const SyntaxNode& n) {
    return n.is("function_definition") || n.is("template_declaration") || n.is("namespace_definition");
  };
  return std::ranges::any_of(syntax.roots(), [&](const SyntaxNode& piece) { return std::ranges::any_of(piece.children(), is_definition); });
}

std::string with_lines_kept(std::string_view copied) {
  auto text = lines_mark();
  for (const char c : copied) {
    if (c == '\n') text += entry_separator;
    else text += algebra::is_blank(c) ? ' ' : c;
  }
  return text;
}

}  // namespace

std::string for_field(std::string_view copied) {
  if (copied.starts_with("@cutescope")) return with_lines_kept(copied);
  const auto entries = algebra::entries_in(copied);
  if (entries.size() == 1 && is_program(copied)) return with_lines_kept(copied);
  std::string text;
  for (const auto& entry : entries) text += (text.empty() ? "" : std::string(entry_separator)) + entry;
  return text;
}

std::vector<std::string> pasted_parts(std::string_view text) {
  std::vector<std::string> parts;
  for (;;) {
    const auto end = text.find(entry_separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + entry_separator.size());
  }
}

std::optional<std::string> pasted_lines(std::string_view text) {
  const auto mark = lines_mark();
  const auto at = text.find(mark);
  if (at == std::string_view::npos) return std::nullopt;
  std::string lines;
  for (const auto& line : pasted_parts(text.substr(at + mark.size()))) lines += line + '\n';
  return lines;
}

}  // namespace app
