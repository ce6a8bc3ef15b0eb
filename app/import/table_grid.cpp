#include "app/import/table_grid.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/reading/read_table.hpp"

namespace app {
namespace {

/// Returns the numbers of rows and columns of a table's grid.
GridPlace extent_of(const algebra::Table& table) {
  if (table.of != algebra::Table::Of::pairs) return {table.rows, table.columns};
  if (table.extents.size() == 1) return {1, table.extents[0]};
  return {table.extents[0], table.size() / table.extents[0]};
}

/// Returns rows of equally wide words, with texts before, between and after them.
std::string rows_of(const TableGrid& grid, std::string_view before, std::string_view between, std::string_view behind) {
  std::size_t width = 1;
  for (const auto& cell : grid.cells) width = std::max(width, text_of(cell).size());
  std::string text;
  for (std::int64_t r = 0; r < grid.rows; ++r) {
    text += before;
    for (std::int64_t c = 0; c < grid.columns; ++c) {
      const auto& cell = grid.at(r, c);
      text += fmt::format("{}{:>{}}", c == 0 ? "" : between, cell.known ? text_of(cell) : "?", width);
    }
    text += behind;
  }
  return text;
}

}  // namespace

bool TableGrid::empty() const { return std::ranges::none_of(cells, &Cell::known); }

std::int64_t TableGrid::next_number() const {
  std::int64_t next = 0;
  for (const auto& cell : cells)
    if (cell.known) next = std::max(next, cell.number + 1);
  return next;
}

void TableGrid::resize(std::int64_t new_rows, std::int64_t new_columns) {
  std::vector<Cell> kept(static_cast<std::size_t>(new_rows * new_columns));
  for (std::int64_t r = 0; r < std::min(rows, new_rows); ++r)
    for (std::int64_t c = 0; c < std::min(columns, new_columns); ++c) kept[static_cast<std::size_t>(r * new_columns + c)] = at(r, c);
  rows = new_rows, columns = new_columns;
  cells = std::move(kept);
}

GridPlace place_of(const algebra::TableCell& cell, const algebra::Table& table) {
  if (table.of == algebra::Table::Of::thread_values) return {cell.index % table.rows, cell.index / table.rows};
  const auto& at = cell.coordinate;
  if (at.size() == 1) return table.of == algebra::Table::Of::grid && table.columns == 1 ? GridPlace{at[0], 0} : GridPlace{0, at[0]};
  std::int64_t across = 0;
  for (auto i = at.size(); i-- > 1;) across = across * table.extents[i] + at[i];
  return {at[0], across};
}

TableGrid grid_of(const algebra::Table& table) {
  const auto [rows, columns] = extent_of(table);
  TableGrid grid{.rows = rows, .columns = columns, .cells = {}};
  if (rows > algebra::max_table_cells / std::max<std::int64_t>(1, columns)) return {};  // the pairs are too far apart
  grid.cells.resize(static_cast<std::size_t>(rows * columns));
  for (const auto& cell : table.cells) {
    const auto place = place_of(cell, table);
    const bool owner = table.of == algebra::Table::Of::thread_values;
    grid.at(place.row, place.column) =
        owner ? TableGrid::Cell{true, cell.coordinate[0], cell.coordinate[1]} : TableGrid::Cell{true, cell.index};
  }
  return grid;
}

std::string text_of(const TableGrid::Cell& cell) {
  if (!cell.known) return {};
  return cell.value < 0 ? fmt::format("{}", cell.number) : fmt::format("T{} V{}", cell.number, cell.value);
}

std::string text_of(const TableGrid& grid) {
  if (grid.empty()) return {};
  // Plain rows might be read as headings or pairs, so they are separated by bars unless they read back as the same grid.
  auto plain = rows_of(grid, "", "  ", "\n");
  const auto read = algebra::read_tables(plain);
  if (read && read->size() == 1 && read->front().of != algebra::Table::Of::pairs && grid_of(read->front()) == grid) return plain;
  return rows_of(grid, "| ", " | ", " |\n");
}

}  // namespace app
