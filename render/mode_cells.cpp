#include "render/mode_cells.hpp"

#include <algorithm>

namespace render {
namespace {

constexpr std::int64_t most_blocks = 1000;

std::int64_t size_of(const algebra::IntTuple& shape, int mode) {
  return std::max<std::int64_t>(1, algebra::product(shape.mode(mode)).value);
}

}  // namespace

std::vector<CellBlock> mode_cells(const Diagram& d, int mode, const CellBlock& sight) {
  const int rank = d.shape.rank();
  if (mode < 0 || mode >= std::max(rank, 1) || !d.elements.empty()) return {};
  const bool turned = d.view.transposed;
  const auto& first = turned ? d.columns : d.rows;   // mode 0, and with slabs modes 3 and on
  const auto& second = turned ? d.rows : d.columns;  // mode 1, and with slabs mode 2
  std::vector<CellBlock> found;
  const auto add = [&](std::int64_t a, std::int64_t b, std::int64_t n, std::int64_t m) {
    const CellBlock block = turned ? CellBlock{b, a, m, n} : CellBlock{a, b, n, m};
    const bool seen = block.row < sight.row + sight.rows && sight.row < block.row + block.rows &&
                      block.column < sight.column + sight.columns && sight.column < block.column + block.columns;
    if (seen) found.push_back(block);
  };
  if (rank < 2) {
    found.push_back({0, 0, d.rows.extent, d.columns.extent});
    return found;
  }
  const auto width = [](const Axis& axis) { return axis.slabs.width > 0 ? axis.slabs.width : axis.extent; };
  const auto slabs = rank > 2 && d.view.slabs;
  if (mode < 2) {
    // In the first slice, the other modes are 0.
    if (rank == 2 || slabs || d.view.slice == 0) mode == 0 ? add(0, 0, width(first), 1) : add(0, 0, 1, width(second));
    return found;
  }
  if (!slabs) {
    auto rest = d.view.slice;
    bool others_are_0 = true;
    for (int i = 2; i < rank; ++i) {
      if (i != mode && rest % size_of(d.shape, i) != 0) others_are_0 = false;
      rest /= size_of(d.shape, i);
    }
    if (others_are_0) add(0, 0, 1, 1);
    return found;
  }
  // A cell in each slab: mode 2 is along the second axis, further modes along the first, the nearest first.
  auto step = width(mode == 2 ? second : first);
  for (int i = 3; i < mode; ++i) step *= size_of(d.shape, i);
  const auto count = size_of(d.shape, mode);
  const bool across = (mode == 2) != turned;  // along the columns
  const auto from = std::max<std::int64_t>(0, (across ? sight.column : sight.row) / step);
  const auto to = std::min(count, ((across ? sight.column + sight.columns : sight.row + sight.rows) + step - 1) / step);
  const auto length = [&](std::int64_t n) { return (n - 1) * step + 1; };
  if (from >= to) return found;
  if (step == 1 || to - from > most_blocks)
    mode == 2 ? add(0, from * step, 1, length(to - from)) : add(from * step, 0, length(to - from), 1);
  else
    for (auto k = from; k < to; ++k) mode == 2 ? add(0, k * step, 1, 1) : add(k * step, 0, 1, 1);
  return found;
}

}  // namespace render
