#pragma once
// A table of indices: a picture of a layout, whole or in part.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "algebra/layout/int_tuple.hpp"

namespace algebra {

/// A coordinate and its index.
struct TableCell {
  std::vector<std::int64_t> coordinate;  ///< an integer for each axis
  std::int64_t index = 0;
  std::size_t line = 0, column = 0;  ///< its place in the text, from 1; 0 if it was not read from one
};

struct Table {
  enum class Of : std::uint8_t {
    grid,           ///< rows and columns, or one row
    pairs,          ///< a list of coordinates with their indices
    thread_values,  ///< a picture whose cells name a thread and a value: (thread, value) -> place in the picture
    by_thread,      ///< a row for each thread and a column for each value: (thread, value) -> index, or place in a tile
  };
  Of of = Of::grid;
  std::string name{};                  ///< "A", "B", "C" of an MMA's picture; mostly ""
  std::vector<std::int64_t> extents;   ///< of each axis; for pairs the largest coordinates plus one
  IntTuple profile{};                  ///< the nesting of the axes, with any numbers; `()`: one mode per axis
  std::vector<TableCell> cells;        ///< in the order of reading; each coordinate at most once
  std::int64_t rows = 0, columns = 0;  ///< as written; for thread_values, the size of the picture
  /// If not 0, an index is the place row + place_rows * column in a picture or a tile.
  std::int64_t place_rows = 0;

  std::int64_t size() const;  ///< returns the product of the extents
  bool of_threads() const { return of == Of::thread_values || of == Of::by_thread; }
  bool whole() const { return static_cast<std::int64_t>(cells.size()) == size(); }
};

/// Maximum number of a table's cells, and the largest index.
inline constexpr std::int64_t max_table_cells = std::int64_t{1} << 20;
inline constexpr std::int64_t max_table_index = std::int64_t{1} << 48;

}  // namespace algebra
