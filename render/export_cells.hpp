#pragma once
// The cells of a diagram, a block after the other: palette entries and labels without a look at both layouts for each.

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "render/diagram.hpp"

namespace render {

/// A part of a grid small enough to hold its columns' parts of every sum in memory.
struct Block {
  std::int64_t first_row = 0, rows = 0, first_column = 0, columns = 0;
};
inline constexpr std::int64_t most_block_side = std::int64_t{1} << 14;

/// Calls `f(Block)` for all blocks, those of a column of blocks after each other, until it returns false.
template <class F>
bool each_block(const Diagram& d, F&& f) {
  for (std::int64_t c = 0; c < d.columns.extent; c += most_block_side)
    for (std::int64_t r = 0; r < d.rows.extent; r += most_block_side)
      if (!f(Block{r, std::min(most_block_side, d.rows.extent - r), c, std::min(most_block_side, d.columns.extent - c)})) return false;
  return true;
}

/// Palette entries of a block's cells.
class CellColours {
 public:
  CellColours(const Diagram&, const Block&, std::size_t colours);
  /// Entries of a row of the block, one a column; -1 for no colour. Valid until the next call.
  std::span<const std::int16_t> row(std::int64_t row);

 private:
  const Diagram& diagram_;
  Block block_;
  std::int64_t colours_;
  std::vector<std::int64_t> rows_, columns_;  ///< parts of the key's sum
  std::vector<std::int16_t> entries_;
};

/// Labels of a block's cells, as Diagram::label has them.
class CellLabels {
 public:
  CellLabels(const Diagram&, const Block&);
  void append(std::string& out, std::int64_t row, std::int64_t column) const;

 private:
  const Diagram& diagram_;
  Block block_;
  LabelBy labels_;
  bool by_index_;  ///< the index itself, whose row and column parts are known
  std::vector<std::int64_t> rows_, columns_;
};

}  // namespace render
