#include "render/export_cells.hpp"

#include "algebra/layout/wrapping.hpp"
#include "render/labellings.hpp"

namespace render {
namespace {

std::vector<std::int64_t> part(const algebra::Layout& layout, std::int64_t first, std::int64_t count) {
  std::vector<std::int64_t> out(static_cast<std::size_t>(count));
  algebra::indices(layout, first, out);
  return out;
}

}  // namespace

CellColours::CellColours(const Diagram& d, const Block& block, std::size_t colours)
    : diagram_(d),
      block_(block),
      colours_(static_cast<std::int64_t>(colours)),
      entries_(static_cast<std::size_t>(block.columns), std::int16_t{-1}) {
  if (!d.colour.separable || !d.coloured()) return;
  rows_ = part(d.colour.row_key, block.first_row, block.rows);
  columns_ = part(d.colour.column_key, block.first_column, block.columns);
  // Without a division the sum is needed only modulo the number of colours.
  if (d.colour.divisor > 1) return;
  for (auto& c : columns_) c = (c % colours_ + colours_) % colours_;
  for (auto& r : rows_) r = ((r % colours_ + d.colour.offset % colours_) % colours_ + colours_) % colours_;
}

std::span<const std::int16_t> CellColours::row(std::int64_t row) {
  colour_row(row);
  if (!diagram_.bounds.empty())
    for (std::size_t c = 0; c < entries_.size(); ++c)
      if (diagram_.beyond(row, block_.first_column + static_cast<std::int64_t>(c))) entries_[c] = -1;
  return entries_;
}

void CellColours::colour_row(std::int64_t row) {
  if (columns_.empty()) {
    for (std::int64_t c = 0; c < block_.columns; ++c) {
      const auto key = diagram_.colour_key(row, block_.first_column + c);
      entries_[static_cast<std::size_t>(c)] = static_cast<std::int16_t>(key < 0 ? -1 : key % colours_);
    }
    return;
  }
  const auto of_row = rows_[static_cast<std::size_t>(row - block_.first_row)], divisor = diagram_.colour.divisor;
  if (divisor <= 1) {
    for (std::size_t c = 0; c < entries_.size(); ++c) {
      const auto sum = of_row + columns_[c];
      entries_[c] = static_cast<std::int16_t>(sum < colours_ ? sum : sum - colours_);
    }
    return;
  }
  for (std::size_t c = 0; c < entries_.size(); ++c) {
    const auto sum = algebra::wrapped_sum(diagram_.colour.offset, algebra::wrapped_sum(of_row, columns_[c]));
    const auto key = sum / divisor - (sum % divisor < 0);
    entries_[c] = static_cast<std::int16_t>((key % colours_ + colours_) % colours_);
  }
}

CellLabels::CellLabels(const Diagram& d, const Block& block)
    : diagram_(d),
      block_(block),
      labels_(labels_of(d)),
      whole_(d.bounds.empty() && d.parts.empty() && d.elements.empty()),
      by_index_(d.plain_indices() && !d.bits && d.listed.empty() && labels_ == LabelBy::index),
      last_row_(d.rows.last_shown()),
      last_column_(d.columns.last_shown()) {
  if (!by_index_) return;
  rows_ = part(d.rows.layout, block.first_row, block.rows);
  columns_ = part(d.columns.layout, block.first_column, block.columns);
}

void CellLabels::append(std::string& out, std::int64_t row, std::int64_t column) const {
  if (row > last_row_ || column > last_column_) {
    out += "…";
    return;
  }
  if (!whole_ && (diagram_.beyond(row, column) || diagram_.vacant(row, column))) return;
  if (by_index_) {
    const auto sum =
        algebra::wrapped_sum(diagram_.offset, algebra::wrapped_sum(rows_[static_cast<std::size_t>(row - block_.first_row)],
                                                                   columns_[static_cast<std::size_t>(column - block_.first_column)]));
    append_number(out, diagram_.outer(sum));
    return;
  }
  if (labels_->append != nullptr) labels_->append(out, diagram_, row, column);
}

}  // namespace render
