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

/// What the colours mean, and which keys each has. Where colours repeat, the heading says so, "thread mod 32", and a colour has one key.
struct Legend {
  algebra::Message heading{};
  std::vector<LegendItem> items{};  ///< in palette order
  bool empty() const { return items.empty(); }
};

/// Looks at 2^16 cells at most.
Legend legend_of(const Diagram&);
/// One for diagrams that are coloured alike, by the same colouring and palette.
Legend legend_of(std::span<const Diagram* const>);

/// The palette entry of a cell, as in LegendItem::colour; -1: none.
int palette_entry(const Diagram&, std::int64_t row, std::int64_t column);

}  // namespace render
