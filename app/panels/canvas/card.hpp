#pragma once
// Cards: layout and drawing, and the types shared by the files of this folder.

#include "app/panels/canvas/canvas_state.hpp"

namespace app {

/// The layout of a picture's card within `max_width` x `max_height` pixels. fixed: the size of the card, whose cells are then as
/// large as fits.
CardLayout lay_out_card(const Ui&, const Picture&, float max_width, float max_height, std::optional<ImVec2> fixed = {});

/// Draws a card at a position on the screen, as a child window, so that a card above it gets the mouse.
void draw_card(Ui&, const Workspace&, const ViewState&, Requests&, CardRef, const Picture&, const CardLayout&, ImVec2 at);
inline constexpr float card_padding = 12, card_heading_height = 31;  ///< points

/// A cell of a grid; row -1: none.
struct CellAt {
  std::int64_t row = -1, column = -1;
};
struct GridStyle {
  const Face* label = nullptr;  ///< font of the labels; null: no labels
  float dim = 0;
  std::optional<render::gl::TraceView> trace;
  std::function<std::string(std::int64_t, std::int64_t)> text;  ///< label of a cell; empty: the diagram's
  std::function<void()> paint = {};                             ///< draws over the cells and under their labels; empty: nothing
  /// The colour of a plate beneath each label, that keeps it clear of what `paint` draws; empty: none.
  std::function<ImU32(std::int64_t, std::int64_t)> plate = {};
};

/// A card's grid as drawn in this frame.
struct CardGrid {
  int entry;
  const Picture& picture;
  const CardView& view;
  float default_cell;
  ImVec2 at, size;
  int card = 0;         ///< which of the entry's cards
  std::int64_t id = 0;  ///< the card's number, the key of its view in Ui::cards
};
/// A rectangle of cells, as half-open ranges.
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
