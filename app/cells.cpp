#include "app/cells.hpp"

#include <algorithm>

namespace app {

std::optional<CellOf> cell_of_coordinate(const render::Diagram& d, std::int64_t coordinate) {
  if (coordinate < 0) return std::nullopt;
  const auto rows = std::max<std::int64_t>(1, d.rows.extent), columns = std::max<std::int64_t>(1, d.columns.extent);
  CellOf cell;
  if (d.shape.rank() <= 1) {
    cell = rows == 1 ? CellOf{0, coordinate} : CellOf{coordinate, 0};
  } else {
    const auto first = d.view.transposed ? columns : rows, second = d.view.transposed ? rows : columns;
    const auto a = coordinate % first, b = coordinate / first % second;
    cell = d.view.transposed ? CellOf{b, a} : CellOf{a, b};
  }
  if (cell.row >= rows || cell.column >= columns || d.coordinate(cell.row, cell.column) != coordinate) return std::nullopt;
  return cell;
}

}  // namespace app
