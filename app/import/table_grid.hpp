#pragma once
// A table of indices as a grid of cells, for display and for painting.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algebra/reading/table.hpp"

namespace app {

struct TableGrid {
  struct Cell {
    bool known = false;
    std::int64_t number = 0;  ///< the index, or the thread
    std::int64_t value = -1;  ///< of a thread; -1: the cell is an index
    friend bool operator==(const Cell&, const Cell&) = default;
  };
  std::int64_t rows = 8, columns = 8;
  std::vector<Cell> cells = std::vector<Cell>(64);  ///< row by row

  Cell& at(std::int64_t row, std::int64_t column) { return cells[static_cast<std::size_t>(row * columns + column)]; }
  const Cell& at(std::int64_t row, std::int64_t column) const { return cells[static_cast<std::size_t>(row * columns + column)]; }
  bool empty() const;
  /// Returns one more than the largest number; 0 if there is none.
  std::int64_t next_number() const;
  /// Resizes the grid: cells outside are lost, new ones are unknown.
  void resize(std::int64_t new_rows, std::int64_t new_columns);
  friend bool operator==(const TableGrid&, const TableGrid&) = default;
};

/// The most rows and columns that can be painted.
inline constexpr std::int64_t max_painted = 64;

/// A cell of the grid.
struct GridPlace {
  std::int64_t row = 0, column = 0;
  friend bool operator==(const GridPlace&, const GridPlace&) = default;
};

/// Returns the grid of a table: the picture of threads and values; for pairs the first axis down, the others across.
TableGrid grid_of(const algebra::Table&);
GridPlace place_of(const algebra::TableCell&, const algebra::Table&);
/// Returns rows that algebra::read_tables reads as this grid, whatever its numbers are; "" if no cell is known.
std::string text_of(const TableGrid&);
/// Returns a cell's text: "12", "T3 V1"; "" if it is unknown.
std::string text_of(const TableGrid::Cell&);

/// The grid being painted.
struct TablePainter {
  TableGrid grid;
  GridPlace cursor;                 ///< the cell that keys write into
  std::optional<GridPlace> stroke;  ///< the last cell of the current stroke
  bool typing = false;              ///< the next digit is appended to the cursor's cell
  bool minus = false;               ///< a minus was typed without a digit yet
  std::optional<GridPlace> reveal;  ///< scroll there in the next frame
};

/// Highlighted cells: the first one that no layout produces, and the one to change.
struct TableMarks {
  std::optional<GridPlace> refused, repaired;
};

}  // namespace app
