#include "algebra/reading/read_table.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algebra/reading/table_cells.hpp"
#include "algebra/reading/table_latex.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/cursor.hpp"

namespace algebra {
namespace {

using reading::Content;
using reading::content_of;
using reading::Field;
using reading::Row;

/// Splits the text into lines without comments, each with its place.
std::vector<Field> lines_with_places(std::string_view text) {
  std::vector<Field> lines;
  std::size_t line = 0;
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  while (!text.empty()) {
    auto content = take_until(text, '\n');
    ++line;
    if (content.ends_with('\r')) content.remove_suffix(1);
    const auto shown = trimmed(content);
    if (shown.empty() || shown.front() == '#' || shown.front() == '%' || shown.starts_with("//")) continue;
    lines.push_back({content, line, 1});
  }
  return lines;
}

/// Returns a part of a field, without the blanks around it.
Field part(const Field& of, std::size_t begin, std::size_t end) {
  auto text = of.text.substr(begin, end - begin);
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1), ++begin;
  return {trimmed(text), of.line, of.column + begin};
}

Row split_at(const Field& line, char separator) {
  Row row;
  std::size_t begin = 0;
  for (const auto one : Cursor(line.text, 0, round_brackets).split(separator)) {
    row.push_back(part(line, begin, begin + one.size()));
    begin += one.size() + 1;
  }
  return row;
}

/// Splits at blanks; T0 and a V1 behind it are one cell.
Row split_at_blanks(const Field& line) {
  Row row;
  for (std::size_t i = 0; i < line.text.size();) {
    if (is_blank(line.text[i])) {
      ++i;
      continue;
    }
    const auto begin = i;
    while (i < line.text.size() && !is_blank(line.text[i])) ++i;
    const auto word = line.text.substr(begin, i - begin);
    const bool continues = !row.empty() && (word.front() == 'V' || word.front() == 'v') && row.back().text.size() > 1 &&
                           (row.back().text.front() == 'T' || row.back().text.front() == 't');
    if (continues) {
      const auto from = static_cast<std::size_t>(row.back().text.data() - line.text.data());
      row.back().text = line.text.substr(from, i - from);
    } else {
      row.push_back({word, line.line, line.column + begin});
    }
  }
  return row;
}

/// Returns whether the line is the layout that print writes above the table: (4,8):(8,1).
bool is_printed_layout(std::string_view line) {
  return line.find("):(") != std::string_view::npos || line.find(" o ") != std::string_view::npos;
}

/// Reads the rows of nested brackets, as C++ and Python write arrays; a single pair of brackets is one row.
std::vector<Row> bracketed_rows(const std::vector<Field>& lines) {
  std::vector<Row> rows;
  Row row;
  int depth = 0;
  const auto end_row = [&] {
    if (!row.empty()) rows.push_back(std::move(row));
    row.clear();
  };
  bool begun = false;
  for (const auto& line : lines) {
    // Skips the declaration: int table[2][2] = {...}, array([...]).
    auto i = begun ? 0 : line.text.find('=');
    if (i == std::string_view::npos) i = line.text.find_first_of("[{");
    if (i == std::string_view::npos) continue;
    begun = true;
    for (; i < line.text.size();) {
      const char c = line.text[i];
      if (c == '[' || c == '{') end_row(), ++depth;
      if (c == ']' || c == '}') {
        end_row();
        if (--depth == 0) return rows;
      }
      if (c == '[' || c == '{' || c == ']' || c == '}' || c == ',' || c == '=' || is_blank(c)) {
        ++i;
        continue;
      }
      const auto begin = i;
      while (i < line.text.size() && std::string_view("[]{},").find(line.text[i]) == std::string_view::npos && !is_blank(line.text[i])) ++i;
      row.push_back(part(line, begin, i));
    }
  }
  end_row();
  return rows;
}

bool counts_up(const Row& row, std::size_t from) {
  for (auto i = from; i < row.size(); ++i) {
    const auto content = content_of(row[i].text);
    if (!content || content->is != Content::Is::index || content->index != static_cast<std::int64_t>(i - from)) return false;
  }
  return row.size() > from;
}

void drop_row_headings(std::vector<Row>& rows) {
  for (auto& row : rows) {
    if (row.size() == 1) reading::refuse(row.front(), "This row has a heading but no cells. A cell that is not known is written as ?.");
    row.erase(row.begin());
  }
}

/// Removes column and row numbers that count from 0 if the corner between them is empty or missing.
void drop_headings(std::vector<Row>& rows) {
  if (rows.size() < 2 || rows[1].size() < 2) return;
  const auto width = rows[1].size();
  const bool short_heading = rows[0].size() + 1 == width && counts_up(rows[0], 0);
  const auto corner = rows[0].empty() ? std::nullopt : content_of(rows[0][0].text);
  const bool empty_corner = rows[0].size() == width && (!corner || corner->is == Content::Is::missing) && counts_up(rows[0], 1);
  if (!short_heading && !empty_corner) return;
  for (std::size_t r = 1; r < rows.size(); ++r) {
    const auto content = rows[r].empty() ? std::nullopt : content_of(rows[r][0].text);
    if (!content || content->is != Content::Is::index || content->index != static_cast<std::int64_t>(r) - 1) return;
  }
  rows.erase(rows.begin());
  drop_row_headings(rows);
}

/// Returns whether the fields from there on are T0, T1, ... or V0, V1, ...
bool are_numbered(const Row& row, std::size_t from, char letter) {
  for (auto i = from; i < row.size(); ++i) {
    const auto text = trimmed(row[i].text);
    if (text.empty() || std::toupper(static_cast<unsigned char>(text.front())) != letter || text.substr(1) != std::to_string(i - from))
      return false;
  }
  return row.size() > from;
}

/// Removes V0, V1, ... above the rows, and T0, T1, ... before them; `both`: only if both are there. Returns whether it removed them.
bool drop_thread_headings(std::vector<Row>& rows, bool both) {
  if (rows.size() < 2) return false;
  const bool beside = are_numbered(rows.front(), 0, 'V'), behind_corner = !beside && are_numbered(rows.front(), 1, 'V');
  const bool values = beside || behind_corner;
  Row first;
  for (std::size_t r = values ? 1 : 0; r < rows.size(); ++r) {
    if (rows[r].empty()) return false;
    first.push_back(rows[r].front());
  }
  const bool threads = rows.back().size() > 1 && are_numbered(first, 0, 'T');
  if ((behind_corner || both) && !(values && threads)) return false;
  if (values) rows.erase(rows.begin());
  if (threads) drop_row_headings(rows);
  return values && threads;
}

/// Makes a table of the rows of threads, with or without headings.
Table by_thread(std::vector<Row> rows) {
  drop_thread_headings(rows, false);
  drop_headings(rows);
  return reading::threads_from(rows);
}

/// Reads the cells between `|`, after the number of the row.
Table bordered_table(const std::vector<Field>& lines, TableForm form) {
  std::vector<Row> rows;
  std::set<std::int64_t> numbers;
  bool rule_below_first = false;
  for (const auto& line : lines) {
    const auto first = line.text.find('|');
    const auto shown = trimmed(line.text);
    if (first == std::string_view::npos) continue;
    if (shown.find_first_not_of("|-:+= ") == std::string_view::npos) {
      // In Markdown the row above this line is a heading.
      rule_below_first = rule_below_first || rows.size() == 1;
      continue;
    }
    auto end = line.text.find_last_not_of(" \t");
    if (line.text[end] != '|') ++end;
    const auto number = content_of(line.text.substr(0, first));
    if (number && number->is == Content::Is::index && !numbers.insert(number->index).second)
      reading::refuse(part(line, 0, first), "A second table begins here. One table at a time is read.");
    rows.push_back(split_at(Field{line.text.substr(first + 1, end - first - 1), line.line, line.column + first + 1}, '|'));
  }
  const bool markdown =
      std::ranges::any_of(lines, [](const Field& l) { return trimmed(l.text).starts_with("|-") || trimmed(l.text).starts_with("| -"); });
  if (markdown && rule_below_first) {
    const auto all = rows.size();
    drop_headings(rows);
    if (rows.size() == all) rows.erase(rows.begin());
  }
  if (rows.empty()) reading::refuse(lines.front(), "There is no row between | in this table.");
  return form == TableForm::by_thread ? by_thread(std::move(rows)) : reading::table_from(rows, false);
}

/// Returns whether rows of three numbers are rather row, column and index: the first two numbers are all coordinates of a rectangle.
bool are_triples(const std::vector<Row>& rows) {
  std::set<std::pair<std::int64_t, std::int64_t>> seen;
  std::int64_t most_i = 0, most_j = 0;
  for (const auto& row : rows) {
    if (row.size() != 3) return false;
    const auto i = content_of(row[0].text), j = content_of(row[1].text);
    if (!i || !j || i->is != Content::Is::index || j->is != Content::Is::index || i->index < 0 || j->index < 0) return false;
    seen.emplace(i->index, j->index);
    most_i = std::max(most_i, i->index), most_j = std::max(most_j, j->index);
  }
  const auto count = static_cast<std::int64_t>(rows.size());
  return count >= 2 && static_cast<std::int64_t>(seen.size()) == count && most_i < count && most_j < count &&
         (most_i + 1) * (most_j + 1) == count;
}

constexpr std::string_view arrows[] = {"->", "=>", "|->", "\u2192", "\u21a6", ":", "="};

/// Returns the position and the length of the separator between a coordinate and its index.
std::pair<std::size_t, std::size_t> arrow_in(std::string_view text) {
  std::pair<std::size_t, std::size_t> best{std::string_view::npos, 0};
  for (const auto arrow : arrows)
    if (const auto at = text.find(arrow); at < best.first || (at == best.first && arrow.size() > best.second)) best = {at, arrow.size()};
  return best;
}

/// Reads `((1,0),2)`: its integers and their nesting.
IntTuple coordinate_in(std::string_view& text, const Field& at, int depth = 0) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  if (text.starts_with('(') && depth < 16) {
    auto tuple = IntTuple();
    do {
      text.remove_prefix(1);
      tuple.append(coordinate_in(text, at, depth + 1));
      while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    } while (text.starts_with(','));
    if (!text.starts_with(')')) reading::refuse(at, "The coordinate's parentheses are not closed. A pair is written as (1,2) -> 10.");
    text.remove_prefix(1);
    return tuple;
  }
  const auto end = std::min(text.find_first_of("(), \t"), text.size());
  const auto content = content_of(text.substr(0, end));
  if (!content || content->is != Content::Is::index)
    reading::refuse(at, message("{} is not a coordinate. A pair is written as (1,2) -> 10.", reading::shown(at)));
  text.remove_prefix(end);
  return {content->index};
}

/// Reduces named coordinates to numbers: `thread 3 value 1` and `T3 V1` become (3,1), `L(1,2)` and `thread (1,2)` become (1,2). Any other
/// text is unchanged.
std::string without_names(std::string_view text) {
  const auto open = text.find('(');
  const auto is_name = [](char c) { return algebra::is_word(c) || c == '.' || is_blank(c); };
  if (open != std::string_view::npos)
    return std::string(open > 0 && std::ranges::all_of(text.substr(0, open), is_name) ? text.substr(open) : text);
  if (text.empty() || is_digit(text.front())) return std::string(text);
  std::vector<std::string> numbers;
  for (std::size_t i = 0; i < text.size();) {
    const auto begin = i;
    if (is_digit(text[i])) {
      while (i < text.size() && is_digit(text[i])) ++i;
      numbers.emplace_back(text.substr(begin, i - begin));
    } else if (is_blank(text[i])) {
      ++i;
    } else {
      while (i < text.size() && (is_letter(text[i]) || text[i] == '_' || text[i] == '.')) ++i;
      if (i == begin) return std::string(text);
    }
  }
  if (numbers.empty()) return std::string(text);
  return numbers.size() == 1 ? numbers.front() : fmt::format("({})", fmt::join(numbers, ","));
}

/// Reduces `index 5` to 5.
Field without_name(Field index) {
  std::size_t end = 0;
  while (end < index.text.size() && (is_letter(index.text[end]) || index.text[end] == '_')) ++end;
  if (end == 0 || end >= index.text.size() || !is_blank(index.text[end])) return index;
  while (end < index.text.size() && is_blank(index.text[end])) ++end;
  return part(index, end, index.text.size());
}

/// Reads pairs, which are separated by a line break, `;`, or a comma outside parentheses.
Table arrow_pairs(const std::vector<Field>& lines) {
  reading::PairsTable pairs;
  std::optional<IntTuple> profile;
  for (const auto& line : lines)
    for (const auto& some : split_at(line, ';'))
      for (const auto& pair : split_at(some, ',')) {
        if (pair.text.empty()) continue;
        const auto [at, length] = arrow_in(pair.text);
        if (at == std::string_view::npos)
          reading::refuse(pair, message("{} has no index. A pair is written as (1,2) -> 10.", reading::shown(pair)));
        const auto unnamed = without_names(trimmed(pair.text.substr(0, at)));
        std::string_view left = unnamed;
        const auto index = without_name(part(pair, at + length, pair.text.size()));
        const auto coordinate = coordinate_in(left, pair);
        if (!trimmed(left).empty())
          reading::refuse(pair, message("{} is not a coordinate. A pair is written as (1,2) -> 10.", reading::shown(pair)));
        const auto content = content_of(index.text);
        if (content && content->is == Content::Is::missing) continue;
        if (!content || content->is != Content::Is::index)
          reading::refuse(index, message("{} is not an index. A pair is written as (1,2) -> 10.", reading::shown(index)));
        if (profile && !congruent(*profile, coordinate))
          reading::refuse(pair, message("The coordinate {} is nested otherwise than {} above.", to_string(coordinate, Marks::plain),
                                        to_string(*profile, Marks::plain)));
        if (!profile) profile = coordinate;
        std::vector<std::int64_t> numbers;
        coordinate.for_each_integer([&](Int i) { numbers.push_back(i.value); });
        pairs.add(std::move(numbers), content->index, pair);
      }
  if (pairs.empty()) reading::refuse(lines.front(), "There is no pair in this text. A pair is written as (1,2) -> 10.");
  auto table = pairs.take();
  if (profile->depth() > 1) table.profile = *profile;
  return table;
}

std::vector<Row> separated_rows(const std::vector<Field>& lines) {
  const auto any = [&](char c) { return std::ranges::any_of(lines, [c](const Field& l) { return split_at(l, c).size() > 1; }); };
  std::vector<Row> rows;
  const char separator = any('\t') ? '\t' : any(';') ? ';' : any(',') ? ',' : ' ';
  for (const auto& line : lines) {
    if (is_printed_layout(line.text)) continue;
    rows.push_back(separator == ' ' ? split_at_blanks(line) : split_at(line, separator));
  }
  if (separator == ' ') return rows;
  // Drops the comma after each row, as in a program.
  const auto open_ended = [](const Row& row) { return row.size() > 1 && row.back().text.empty(); };
  if (rows.size() < 2 || !std::all_of(rows.begin(), rows.end() - 1, open_ended)) return rows;
  const auto width = rows.front().size();
  for (auto& row : rows)
    if (open_ended(row) && row.size() == width) row.pop_back();
  return rows;
}

std::vector<Table> read_all(std::string_view text, TableForm form) {
  if (text.find("\\node") != std::string_view::npos) return reading::tables_of_latex(text);
  const auto lines = lines_with_places(text);
  if (lines.empty()) throw TableProblem{1, 1, "There is no table in this text. A table is rows of numbers, or pairs (1,2) -> 10."};
  const auto any = [&](auto&& is) { return std::ranges::any_of(lines, [&](const Field& l) { return is(l.text); }); };
  if (form != TableForm::pairs &&
      any([](std::string_view l) { return l.find('|') != std::string_view::npos && l.find("|->") == std::string_view::npos; }))
    return {bordered_table(lines, form)};
  const bool brackets = any([](std::string_view l) { return l.find_first_of("[{") != std::string_view::npos; });
  const bool has_arrow = any([](std::string_view l) {
    const auto [at, length] = arrow_in(l);
    return at != std::string_view::npos && !is_printed_layout(l) && !(l[at] == ':' && l.find_first_of("Vv") != std::string_view::npos);
  });
  const bool rows_alone = form == TableForm::table || form == TableForm::by_thread;
  if (!rows_alone && !brackets && has_arrow) return {arrow_pairs(lines)};
  auto rows = brackets ? bracketed_rows(lines) : separated_rows(lines);
  if (rows.empty()) throw TableProblem{lines.front().line, 1, "There is no row of numbers in this text."};
  if (form == TableForm::by_thread) return {by_thread(std::move(rows))};
  if (form == TableForm::automatic && drop_thread_headings(rows, true)) return {reading::threads_from(rows)};
  const bool heading = rows.size() > 1 && rows.front().size() > 1 &&
                       std::ranges::all_of(rows.front(), [](const Field& f) { return reading::is_words(f.text); });
  if (!rows_alone && heading) {
    rows.erase(rows.begin());
    return {reading::pairs_from(rows)};
  }
  if (form == TableForm::pairs || (form == TableForm::automatic && are_triples(rows))) return {reading::pairs_from(rows)};
  if (heading) rows.erase(rows.begin());
  drop_headings(rows);
  return {reading::table_from(rows, true)};
}

}  // namespace

tl::expected<std::vector<Table>, TableProblem> read_tables(std::string_view text, TableForm form) {
  try {
    return read_all(text, form);
  } catch (TableProblem& problem) {
    return tl::unexpected(std::move(problem));
  }
}

}  // namespace algebra
