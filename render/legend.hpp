#pragma once
// Which colour is what: for the palette entries that a diagram uses, the keys that have them.

#include <string>
#include <vector>

#include "render/diagram.hpp"

namespace render {

struct LegendItem {
  std::size_t colour = 0;  ///< palette entry
  std::string keys;        ///< "3", "0, 8", "0, 8, ..., 56"
};

/// In the order of the palette. Looks at no more than 2^16 cells.
std::vector<LegendItem> legend_of(const Diagram&);

/// The palette entry of a cell, as legend_of counts them; -1: none.
int palette_entry(const Diagram&, std::int64_t row, std::int64_t column);

}  // namespace render
