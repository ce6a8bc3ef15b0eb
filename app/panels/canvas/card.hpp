#pragma once
// A card: heading, grid, headings of its axes, marks.

#include "app/ui/ui.hpp"

namespace app {

/// The size that a picture takes within `max_width` x `max_height` pixels; with `fixed` the card has that size, and its cells
/// are as large as goes.
CardLayout lay_out_card(const Ui&, const Picture&, float max_width, float max_height, std::optional<ImVec2> fixed = {});

/// Draws a card at a place of the window, as a child of the current one: what lies over it gets the mouse.
void draw_card(Ui&, const Workspace&, const ViewState&, Requests&, CardRef, const Picture&, const CardLayout&, ImVec2 at);
inline constexpr float card_padding = 12, card_heading_height = 31;  ///< points

/// The grid alone, as the card and the GPU panel show it: cells, labels where they can be read, wheel and drag.
/// Returns the cell under the pointer, or row -1.
struct CellAt {
  std::int64_t row = -1, column = -1;
};
struct GridStyle {
  const Face* label = nullptr;  ///< font of the labels; null: none
  float dim = 0;
  std::optional<render::gl::TraceView> trace;
  std::function<std::string(std::int64_t, std::int64_t)> text;  ///< label of a cell; empty: the diagram's
  std::function<void()> paint = {};                             ///< draws between the cells and their labels; empty: nothing
};

/// A card's grid as it was drawn this frame.
struct CardGrid {
  int entry;
  const Picture& picture;
  const CardView& view;
  float default_cell;
  ImVec2 at, size;
  int card = 0;         ///< which of the entry's cards
  std::int64_t id = 0;  ///< its number: the key of its view in Ui::cards
};
/// The cells that may be seen: half-open ranges.
struct CellRange {
  std::int64_t first_row, last_row, first_column, last_column;
  /// Calls f(row, column) for each cell, row by row.
  template <class F>
  void for_each(F&& f) const {
    for (auto r = first_row; r < last_row; ++r)
      for (auto c = first_column; c < last_column; ++c) f(r, c);
  }
};

}  // namespace app
