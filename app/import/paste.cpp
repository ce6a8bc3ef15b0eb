#include "app/import/paste.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/language/cute_ir.hpp"
#include "algebra/language/evaluate.hpp"
#include "algebra/language/parser.hpp"
#include "algebra/reading/foreign.hpp"
#include "algebra/reading/infer.hpp"
#include "algebra/reading/read_table.hpp"
#include "algebra/reading/triton.hpp"
#include "algebra/text/characters.hpp"
#include "app/document/sheet.hpp"
#include "app/document/sheet_link.hpp"
#include "app/document/watched_names.hpp"
#include "app/import/one_line.hpp"
#include "app/import/preprocessor.hpp"
#include "app/import/printed_entries.hpp"
#include "app/import/syntax.hpp"
#include "app/why/why.hpp"

namespace app {
namespace {

/// Returns the mark before text whose lines are kept. No entry is empty, so two separators in a row occur nowhere else.
std::string lines_mark() { return std::string(entry_separator) + std::string(entry_separator); }

/// Returns whether a text is C++ with functions, so that its lines are not entries.
bool is_program(std::string_view text) {
  if (text.size() > max_sheet_bytes || text.find('{') == std::string_view::npos || text.find('\n') == std::string_view::npos) return false;
  const Syntax syntax{preprocess(text).text};
  const auto is_definition = [](const SyntaxNode& n) { return n.is("function_definition") || n.is("template_declaration"); };
  return syntax.has_namespaces() ||
         std::ranges::any_of(syntax.roots(), [&](const SyntaxNode& piece) { return std::ranges::any_of(piece.children(), is_definition); });
}

std::string joined(const std::vector<std::string>& entries) {
  std::string text;
  for (const auto& entry : entries) text += (text.empty() ? "" : std::string(entry_separator)) + entry;
  return text;
}

std::string with_lines_kept(std::string_view copied) {
  auto text = lines_mark();
  for (const char c : copied) {
    if (c == '\n') text += entry_separator;
    else text += algebra::is_blank(c) ? ' ' : c;
  }
  return text;
}

/// Limits in bytes and cells for tables that are recognised while pasting.
constexpr std::size_t most_table_bytes = std::size_t{1} << 18, most_table_cells = std::size_t{1} << 14;

/// Returns the layouts inferred from tables, each with a note on its source, or a note with the reason if there is none. Empty if the text
/// is not a table.
std::vector<std::string> entries_of_table(std::string_view copied) {
  if (copied.size() > most_table_bytes || copied.find('\n') == std::string_view::npos) return {};
  const auto tables = algebra::read_tables(copied);
  if (!tables) return {};
  std::vector<std::string> entries;
  for (const auto& table : *tables) {
    if (table.cells.size() < 2 || table.cells.size() > most_table_cells) return {};
    const auto found = algebra::infer(table);
    if (!found) {
      entries.push_back("# " + found.error().message.text());
      continue;
    }
    entries.push_back(algebra::plain(found->value));
    const bool pairs = table.of == algebra::Table::Of::pairs;
    entries.push_back("# " + (pairs ? fmt::format("{} {} pairs", inferred_note, table.cells.size())
                                    : fmt::format("{} a table of {} x {}", inferred_note, table.rows, table.columns)));
  }
  return entries;
}

/// Returns the value of a CuTe IR type that stands alone in a text but cannot be drawn, or a note with the reason. Empty if there is none.
std::vector<std::string> entries_of_type(std::string_view copied) {
  const auto begin = copied.find(algebra::dialects::cute_ir_mark);
  if (begin == std::string_view::npos) return {};
  const auto type = algebra::dialects::read_cute_ir(copied.substr(begin));
  if (type) return {algebra::dialects::with_numbers(type->values[0])};
  const auto& [at, message, size] = type.error();
  if (message.empty()) return {};
  const auto shown = in_one_line(copied.substr(begin, at), 80);
  return {fmt::format("# {} {}", shown, message)};
}

/// Returns the tensors and buffers of a Triton dump as entries, each with a note on its indices.
std::vector<std::string> entries_of_triton(std::string_view copied) {
  std::vector<std::string> entries;
  WatchedNames names;
  std::size_t told = 0;
  for (const auto& f : algebra::dialects::find_triton(copied)) {
    if (++told > most_printed) break;
    const auto type = f.type.substr(0, 120);
    if (!f.value) {
      entries.push_back(fmt::format("# {}: {}", type, f.value.error()));
      continue;
    }
    entries.push_back(fmt::format("{} = {}", names.name_for(f.name, f.value->text), f.value->text));
    entries.push_back(fmt::format("# {}: {}", type, f.value->note));
  }
  return entries;
}

/// Returns layouts of other languages as entries, each with a note, if every line is one.
std::vector<std::string> entries_of_languages(std::string_view copied) {
  std::vector<std::string> entries;
  std::size_t lines = 0;
  for (auto rest = copied; !rest.empty();) lines += algebra::trimmed(algebra::take_until(rest, '\n')).empty() ? 0 : 1;
  const auto found = algebra::dialects::find_foreign(copied);
  if (found.size() != lines || found.size() > most_printed) return {};
  // The language itself has Layout((4,8),(8,1)), as Mojo has.
  if (std::ranges::any_of(found, [](const auto& f) { return f.text.starts_with("Layout(") && f.text.find("->") == f.text.npos; }))
    return {};
  for (const auto& f : found) {
    if (!f.value) {
      entries.push_back(fmt::format("# {}: {}", in_one_line(f.text, 120), f.value.error()));
      continue;
    }
    entries.push_back(f.name.empty() ? f.value->text : fmt::format("{} = {}", f.name, f.value->text));
    entries.push_back(fmt::format("# {}: {}", in_one_line(f.text, 120), f.value->note));
  }
  return entries;
}

/// Tells whether a text may be an error's: a cheap look before it is read.
bool mentions_an_error(std::string_view text) {
  if (text.find("#include") != std::string_view::npos) return false;
  return std::ranges::any_of(std::initializer_list<std::string_view>{"error: ", "): error", "DSLRuntimeError", "MLIRError", "========= "},
                             [&](std::string_view mark) { return text.find(mark) != std::string_view::npos; });
}

/// Returns a note with the reason of each error of a text, and the operands as entries; empty if no rule is known.
std::vector<std::string> entries_of_error(std::string_view copied) {
  std::vector<std::string> entries;
  if (!mentions_an_error(copied)) return entries;
  WatchedNames names;
  for (const auto& w : why::reasons_in(copied)) {
    if (w.rule == nullptr || w.rule->id.ends_with("_other")) continue;
    const auto place = w.user.line > 0 ? fmt::format("{}:{}: ", w.user.file, w.user.line) : "";
    entries.push_back(fmt::format("# {}{} ({})", place, w.rule->rule, w.operation));
    for (const auto& o : w.operands) {
      const auto value = algebra::evaluate(o.expression, {}, algebra::IntegerRule::cute);
      const std::string name = std::ranges::all_of(o.name, algebra::is_word) ? o.name : "operand";
      if (!o.is_index && value) entries.push_back(fmt::format("{} = {}", names.name_for(name, o.expression), o.expression));
    }
    // The refused call: its card shows why.
    if (!w.call.empty() && !w.reason.empty()) entries.push_back(w.call);
    for (const auto& r : w.repairs)
      if (!r.call.empty()) entries.push_back(r.call);
    entries.push_back(fmt::format("# {}", w.rule->advice));
  }
  return entries;
}

/// Returns whether a line has a name and a colon before a value: `sA: (4,2):(1,4)` would be read as a layout with shape sA.
bool names_values(std::string_view text) {
  while (!text.empty()) {
    const auto line = algebra::take_until(text, '\n');
    if (line.find(": ") != std::string_view::npos && line.find('=') == std::string_view::npos) return true;
  }
  return false;
}

}  // namespace

std::string for_field(std::string_view copied) {
  if (is_sheet_link(copied)) return std::string(algebra::trimmed(copied));
  if (copied.starts_with("@cutescope")) return with_lines_kept(copied);
  const bool small = copied.size() <= max_sheet_bytes;
  if (const auto errors = entries_of_error(copied); !errors.empty()) return joined(errors);
  if (small && algebra::dialects::mentions_triton(copied))
    if (const auto printed = entries_of_triton(copied); !printed.empty()) return joined(printed);
  if (small)
    if (const auto others = entries_of_languages(copied); !others.empty()) return joined(others);
  const bool dump = copied.find(algebra::dialects::cute_ir_mark) != std::string_view::npos;
  const auto of_print = [&]() -> std::vector<std::string> {
    if (!small || !(dump || is_printed(copied))) return {};
    auto entries = printed_entries(copied);
    return entries.empty() && dump ? entries_of_type(copied) : entries;
  };
  if (dump || (names_values(copied) && entries_of_table(copied).empty()))
    if (const auto printed = of_print(); !printed.empty()) return joined(printed);
  auto entries = algebra::entries_in(copied);
  if (entries.size() == 1 && is_program(copied)) return with_lines_kept(copied);
  if (entries.size() == 1 && !algebra::expression::parse(entries.front())) {
    if (auto of_table = entries_of_table(copied); !of_table.empty()) entries = std::move(of_table);
    else if (auto printed = of_print(); !printed.empty()) entries = std::move(printed);
  }
  return joined(entries);
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
  if (is_sheet_link(text)) return std::string(algebra::trimmed(text));
  const auto mark = lines_mark();
  const auto at = text.find(mark);
  if (at == std::string_view::npos) return std::nullopt;
  std::string lines;
  for (const auto& line : pasted_parts(text.substr(at + mark.size()))) lines += line + '\n';
  return lines;
}

}  // namespace app
