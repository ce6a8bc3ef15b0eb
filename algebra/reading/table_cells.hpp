#pragma once
// The cells of a table's text, and the table that they make.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/reading/read_table.hpp"

namespace algebra::reading {

/// A part of the text where a cell is.
struct Field {
  std::string_view text;
  std::size_t line = 1, column = 1;
};
using Row = std::vector<Field>;

struct Content {
  enum class Is : std::uint8_t { missing, index, thread_value } is = Is::missing;
  std::int64_t index = 0;  ///< or the thread
  std::int64_t value = 0;
};
/// nullopt: it is no cell.
std::optional<Content> content_of(std::string_view text);
/// Whether it is written as words are.
bool is_words(std::string_view text);
/// The field's text as a message shows it: the beginning of a long one.
Message shown(const Field&);
/// Throws a TableProblem at a field.
[[noreturn]] void refuse(const Field&, Message why);

/// The table of rows of equal length. `flat`: a single row or column has one axis. Throws a TableProblem.
Table table_from(const std::vector<Row>& rows, bool flat);
/// The same of a row for each thread and a column for each value; cells may be coordinates in a tile. Throws a TableProblem.
Table threads_from(const std::vector<Row>& rows);
/// The table of coordinates, each a list of fields, with the index behind it. Throws a TableProblem.
Table pairs_from(const std::vector<Row>& rows);

/// Adds a coordinate's index. Throws a TableProblem if it has another one already.
class PairsTable {
 public:
  void add(std::vector<std::int64_t> coordinate, std::int64_t index, const Field& at);
  bool empty() const { return table_.cells.empty(); }
  Table take() { return std::move(table_); }
  Table& table() { return table_; }

 private:
  Table table_;
  std::map<std::vector<std::int64_t>, std::int64_t> known_;
};

}  // namespace algebra::reading
