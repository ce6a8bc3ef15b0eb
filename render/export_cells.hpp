#pragma once
// Palette entries and labels of a diagram's cells, computed block by block, without evaluating both layouts for each cell.

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "render/diagram.hpp"

namespace render {

/// A part of a grid, small enough to keep the terms of its rows and columns in memory.
struct Block {
  std::int64_t first_row = 0, rows = 0, first_column = 0, columns = 0;
};
inline constexpr std::int64_t most_block_side = std::int64_t{1} << 14;

/// Returns the block of all cells, which may be too large to process at once.
inline Block all_cells(const Diagram& d) { return {0, d.rows.extent, 0, d.columns.extent}; }

/// Calls `f(Block)` for the blocks of a part of a grid, one column of blocks after another, until it returns false.
template <class F>
bool each_block(const Block& part, F&& f) {
  for (std::int64_t c = 0; c < part.columns; c += most_block_side)
    for (std::int64_t r = 0; r < part.rows; r += most_block_side)
      if (!f(Block{part.first_row + r, std::min(most_block_side, part.rows - r), part.first_column + c,
                   std::min(most_block_side, part.columns - c)}))
        return false;
  return true;
}

/// Palette entries of a block's cells.
class CellColours {
 public:
  CellColours(const Diagram&, const Block&, std::size_t colours);
  /// Returns the entries of a row of the block, one per column; -1: no colour. Valid until the next call.
  std::span<const std::int16_t> row(std::int64_t row);

 private:
  void colour_row(std::int64_t row);

  const Diagram& diagram_;
  Block block_;
  std::int64_t colours_;
  std::vector<std::int64_t> rows_, columns_;  ///< terms of the key
  std::vector<std::int16_t> entries_;
};

/// Labels of a block's cells, equal to Diagram::label.
class CellLabels {
 public:
  CellLabels(const Diagram&, const Block&);
  void append(std::string& out, std::int64_t row, std::int64_t column) const;

 private:
  const Diagram& diagram_;
  Block block_;
  LabelBy labels_;
  bool whole_;                           ///< each cell has an element
  bool by_index_;                        ///< labels are indices, summed from rows_ and columns_
  std::int64_t last_row_, last_column_;  ///< positions after which an ellipsis stands
  std::vector<std::int64_t> rows_, columns_;
};

}  // namespace render
