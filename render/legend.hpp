#pragma once
// The legend of a diagram: the colour keys of each palette entry that it uses.

#include <span>
#include <string>
#include <vector>

#include "algebra/text/message.hpp"
#include "render/diagram.hpp"

namespace render {

struct LegendItem {
  std::size_t colour = 0;  ///< palette entry
  std::string keys;        ///< "3", "0, 8", "0, 8, ..., 56"
};

/// The meaning of the colours, and the keys of each. If colours repeat, the heading says so, "thread mod 32", and a colour has one key.
struct Legend {
  algebra::Message heading{};
  std::vector<LegendItem> items{};  ///< in palette order
  bool empty() const { return items.empty(); }
};

/// Makes a legend from at most 2^16 cells.
Legend legend_of(const Diagram&);
/// Makes one legend for diagrams with the same colouring and palette.
Legend legend_of(std::span<const Diagram* const>);

/// Returns the palette entry of a cell, as in LegendItem::colour; -1: none.
int palette_entry(const Diagram&, std::int64_t row, std::int64_t column);

}  // namespace render
