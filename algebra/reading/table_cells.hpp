#pragma once
// Reads the cells of a table's text and builds the table.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/reading/read_table.hpp"

namespace algebra::reading {

/// A cell's text and its place.
struct Field {
  std::string_view text;
  std::size_t line = 1, column = 1;
};
using Row = std::vector<Field>;

struct Content {
  enum class Is : std::uint8_t { missing, index, thread_value } is = Is::missing;
  std::int64_t index = 0;  ///< the index, or the thread
  std::int64_t value = 0;
};
/// Reads a cell; nullopt if it is not one.
std::optional<Content> content_of(std::string_view text);
/// Returns whether the text looks like words.
bool is_words(std::string_view text);
/// Returns the field's text for a message: the beginning of a long one.
Message shown(const Field&);
/// Throws a TableProblem at a field.
[[noreturn]] void refuse(const Field&, Message why);

/// Makes the table of rows of equal length. `flat`: a single row or column has one axis. Throws a TableProblem.
Table table_from(const std::vector<Row>& rows, bool flat);
/// Makes the table with a row for each thread and a column for each value; cells may be coordinates in a tile. Throws a TableProblem.
Table threads_from(const std::vector<Row>& rows);
/// Makes the table of coordinates, each a list of fields that ends with its index. Throws a TableProblem.
Table pairs_from(const std::vector<Row>& rows);

/// Collects coordinates and their indices. Throws a TableProblem for a coordinate with two different indices.
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
