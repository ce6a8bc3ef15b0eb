#pragma once
// The legend of a diagram: the colour keys of each palette entry that it uses.

#include <string>
#include <vector>

#include "render/diagram.hpp"

namespace render {

struct LegendItem {
  std::size_t colour = 0;  ///< palette entry
  std::string keys;        ///< "3", "0, 8", "0, 8, ..., 56"
};

/// In palette order. Looks at 2^16 cells at most.
std::vector<LegendItem> legend_of(const Diagram&);

/// The palette entry of a cell, as in LegendItem::colour; -1: none.
int palette_entry(const Diagram&, std::int64_t row, std::int64_t column);

}  // namespace render
