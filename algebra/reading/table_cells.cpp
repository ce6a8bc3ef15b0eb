#include "algebra/reading/table_cells.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"
#include "algebra/text/utf8.hpp"

namespace algebra::reading {
namespace {

/// Takes an unsigned integer from the beginning; nullopt if there is none, or if it is too large.
std::optional<std::int64_t> take_count(std::string_view& text) {
  std::int64_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (text.empty() || !is_digit(text.front()) || error != std::errc{} || n > max_table_index) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return n;
}

bool take(std::string_view& text, std::string_view what) {
  if (!text.starts_with(what)) return false;
  text.remove_prefix(what.size());
  return true;
}

std::optional<std::int64_t> integer_of(std::string_view text) {
  const bool negative = take(text, "-") || take(text, "\u2212");
  if (!negative) take(text, "+");
  take(text, "_");
  std::optional<std::int64_t> n;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    std::int64_t hex = 0;
    const auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), hex, 16);
    if (error == std::errc{} && hex <= max_table_index) n = hex, text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  } else {
    n = take_count(text);
    // Accepts zeros after a decimal point, as spreadsheets write them.
    if (take(text, "."))
      while (take(text, "0")) {
      }
  }
  if (!n || !text.empty()) return std::nullopt;
  return negative ? -*n : *n;
}

/// Reads T0 V1, T0V1, t0:v1, (T0,V1), 0/1.
std::optional<Content> thread_value_of(std::string_view text) {
  if (text.starts_with('(') && text.ends_with(')')) text = trimmed(text.substr(1, text.size() - 2));
  const bool letters = take(text, "T") || take(text, "t");
  const auto thread = take_count(text);
  if (!thread) return std::nullopt;
  if (letters && text.empty()) return Content{Content::Is::index, *thread};
  bool separated = false;
  while (!text.empty() && (is_blank(text.front()) || text.front() == ',' || text.front() == ':' || text.front() == '/' ||
                           text.front() == '\\' || text.front() == '_')) {
    separated = separated || text.front() == '/';
    text.remove_prefix(1);
  }
  const bool named = take(text, "V") || take(text, "v");
  const auto value = take_count(text);
  if (!value || !text.empty() || letters != named || (!letters && !separated)) return std::nullopt;
  return Content{Content::Is::thread_value, *thread, *value};
}

struct CellPlace {
  std::int64_t row = 0, column = 0;
};
/// Reads (1,2), a coordinate in a tile.
std::optional<CellPlace> place_of(std::string_view text) {
  text = trimmed(text);
  if (!text.starts_with('(') || !text.ends_with(')')) return std::nullopt;
  text = text.substr(1, text.size() - 2);
  const auto comma = text.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  const auto row = integer_of(trimmed(text.substr(0, comma))), column = integer_of(trimmed(text.substr(comma + 1)));
  if (!row || !column || std::min(*row, *column) < 0 || std::max(*row, *column) >= max_table_cells) return std::nullopt;
  return CellPlace{*row, *column};
}

/// Reads a cell that is a coordinate in a tile with that many rows.
std::optional<Content> place_content(std::string_view text, std::int64_t rows) {
  if (const auto place = place_of(text)) return Content{Content::Is::index, place->row + rows * place->column};
  const auto content = content_of(text);
  return content && content->is == Content::Is::missing ? content : std::nullopt;
}

Table table_of_cells(const std::vector<Row>& rows, bool flat, std::int64_t place_rows);

}  // namespace

Message shown(const Field& field) {
  std::string text(field.text.substr(0, 40));
  while (!is_utf8(text)) text.pop_back();
  return text.empty() ? Message("This") : Message::verbatim(std::move(text));
}

void refuse(const Field& field, Message why) { throw TableProblem{field.line, field.column, std::move(why)}; }

std::optional<Content> content_of(std::string_view text) {
  text = trimmed(text);
  if (text.size() > 1 && text.front() == '"' && text.back() == '"') text = trimmed(text.substr(1, text.size() - 2));
  constexpr std::array<std::string_view, 14> missing{"", "?", ".", "-", "*", "x", "X", "_", "nan", "NaN", "..", "--", "??", "\u2013"};
  if (std::ranges::find(missing, text) != missing.end()) return Content{};
  if (const auto n = integer_of(text)) return Content{Content::Is::index, *n};
  return thread_value_of(text);
}

bool is_words(std::string_view text) { return !content_of(text) && std::ranges::any_of(text, is_letter); }

Table table_from(const std::vector<Row>& rows, bool flat) { return table_of_cells(rows, flat, 0); }

Table threads_from(const std::vector<Row>& rows) {
  std::int64_t place_rows = 0;
  for (const auto& row : rows)
    for (const auto& field : row)
      if (const auto place = place_of(field.text)) place_rows = std::max(place_rows, place->row + 1);
  auto table = table_of_cells(rows, false, place_rows);
  if (table.of == Table::Of::grid) table.of = Table::Of::by_thread;
  return table;
}

namespace {

/// Makes the table. place_rows: rows of the tile whose coordinates the cells are; 0: the cells are indices, or threads and values.
Table table_of_cells(const std::vector<Row>& rows, bool flat, std::int64_t place_rows) {
  Table table;
  table.place_rows = place_rows;
  const auto columns = rows.front().size();
  std::map<std::pair<std::int64_t, std::int64_t>, std::string> places;
  std::int64_t threads = 0, values = 0;
  bool numbers = false;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (rows[r].size() != columns) {
      const auto& at = rows[r].size() > columns ? rows[r][columns] : rows[r].back();
      refuse(at, message("This row has {} cells; those above have {}. A cell that is not known is written as ?.", rows[r].size(), columns));
    }
    if (static_cast<std::int64_t>((r + 1) * columns) > max_table_cells)
      refuse(rows[r].front(), message("A table has at most {} cells.", max_table_cells));
    for (std::size_t c = 0; c < columns; ++c) {
      const auto& field = rows[r][c];
      const auto content = place_rows > 0 ? place_content(field.text, place_rows) : content_of(field.text);
      if (!content && place_rows > 0)
        refuse(field, message("{} stands in a table of coordinates. All cells are coordinates such as (1,2), or ?.", shown(field)));
      if (!content)
        refuse(field, message("{} is not a cell. A cell is an integer of at most 2^48, T0 V1 or 0/1 for a thread and its value, or ?.",
                              shown(field)));
      if (content->is == Content::Is::missing) continue;
      const bool is_number = content->is == Content::Is::index;
      if (table.cells.empty()) numbers = is_number;
      else if (numbers != is_number)
        refuse(field, numbers ? message("{} stands in a table of indices. All cells are of one kind.", shown(field))
                              : message("{} stands in a table of threads and values. All cells are of one kind.", shown(field)));
      const auto row = static_cast<std::int64_t>(r), column = static_cast<std::int64_t>(c);
      if (numbers) {
        table.cells.push_back({{row, column}, content->index, field.line, field.column});
        continue;
      }
      const auto [at, added] = places.emplace(std::pair(content->index, content->value), fmt::format("({},{})", row, column));
      if (!added)
        refuse(field, message("T{} V{} stands here and in the cell {}. A layout gives each value of a thread one place.", content->index,
                              content->value, at->second));
      threads = std::max(threads, content->index + 1);
      values = std::max(values, content->value + 1);
      table.cells.push_back(
          {{content->index, content->value}, row + column * static_cast<std::int64_t>(rows.size()), field.line, field.column});
    }
  }
  if (table.cells.empty()) refuse(rows.front().front(), "No cell of this table is known.");
  table.rows = static_cast<std::int64_t>(rows.size());
  table.columns = static_cast<std::int64_t>(columns);
  table.extents = {table.rows, table.columns};
  if (!numbers) {
    if (threads > max_table_cells || values > max_table_cells / threads)
      refuse(rows.front().front(), message("A table has at most {} threads times values.", max_table_cells));
    table.of = Table::Of::thread_values;
    table.extents = {threads, values};
    table.place_rows = table.rows;
  } else if (flat && (table.rows == 1 || columns == 1)) {
    table.extents = {std::max(table.rows, table.columns)};
    for (auto& cell : table.cells) cell.coordinate = {cell.coordinate[0] + cell.coordinate[1]};
  }
  return table;
}

}  // namespace

void PairsTable::add(std::vector<std::int64_t> coordinate, std::int64_t index, const Field& at) {
  table_.of = Table::Of::pairs;
  if (table_.extents.empty()) table_.extents.assign(coordinate.size(), 1);
  if (coordinate.size() != table_.extents.size())
    refuse(at, message("This coordinate has {} integers; those above have {}.", coordinate.size(), table_.extents.size()));
  for (std::size_t i = 0; i < coordinate.size(); ++i) {
    if (coordinate[i] < 0 || coordinate[i] >= max_table_cells)
      refuse(at, message("The coordinate {} is not between 0 and {}.", coordinate[i], max_table_cells - 1));
    table_.extents[i] = std::max(table_.extents[i], coordinate[i] + 1);
  }
  const auto [known, added] = known_.emplace(coordinate, index);
  if (!added && known->second != index) refuse(at, message("This coordinate has the index {} here and {} above.", index, known->second));
  if (added) table_.cells.push_back({std::move(coordinate), index, at.line, at.column});
  if (static_cast<std::int64_t>(table_.cells.size()) > max_table_cells)
    refuse(at, message("A table has at most {} cells.", max_table_cells));
}

Table pairs_from(const std::vector<Row>& rows) {
  PairsTable pairs;
  for (const auto& row : rows) {
    if (row.size() < 2) refuse(row.front(), "A line of pairs is a coordinate and its index: 1,2,10 or (1,2) -> 10.");
    std::vector<std::int64_t> numbers;
    for (const auto& field : row) {
      const auto content = content_of(field.text);
      if (!content || content->is != Content::Is::index)
        refuse(field, message("{} is not an integer. A line of pairs is a coordinate and its index: 1,2,10 or (1,2) -> 10.", shown(field)));
      numbers.push_back(content->index);
    }
    const auto index = numbers.back();
    numbers.pop_back();
    pairs.add(std::move(numbers), index, row.front());
  }
  return pairs.take();
}

}  // namespace algebra::reading
