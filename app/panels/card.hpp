#pragma once
// A card: heading, grid, headings of its axes, marks.

#include "app/ui/ui.hpp"

namespace app {

/// The size that a picture takes within `max_width` x `max_height` pixels; with `fixed` the card has that size, and its cells
/// are as large as goes.
CardLayout lay_out_card(const Ui&, const Picture&, float max_width, float max_height, std::optional<ImVec2> fixed = {});

/// Draws a card at a place of the window, as a child of the current one: what lies over it gets the mouse.
void draw_card(Ui&, const Workspace&, const ViewState&, Requests&, CardRef, const Picture&, const CardLayout&, ImVec2 at);
/// Title, value, slices and the menu; dragging it moves the card.
void card_heading(Ui&, const Workspace&, const ViewState&, Requests&, CardRef, const render::Diagram&, ImVec2 at, float width);
/// As wide as a heading with nothing cut off, and with its paddings.
float heading_width(const Ui&, const Picture&);
inline constexpr float card_padding = 12, card_heading_height = 31;  ///< points

/// The edges of a card, which make it larger and smaller. Put them before anything else in the card.
void card_edges(Ui&, const Workspace&, const ViewState&, CardRef, const CardLayout&, ImVec2 at);
/// The corner of a grid, which pulls its entry to another shape. Put it before the grid.
void pull_corner(Ui&, const Workspace&, Requests&, CardRef, const Picture&, const CardLayout&, ImVec2 grid_at);
/// Swatches of the legend, a click on which fades the other colours; without a list it only measures. Returns the height.
float draw_legend(const Ui&, const CardLook*, Requests*, std::int64_t card, const Picture&, ImVec2 at, float width);
float legend_height(const Ui&, const Picture&, float width);
/// Two cards held against one another: how they differ, and the way to the next difference. Returns the height, 0 without.
float comparison_bar(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, float width);

/// The grid alone, as the card and the GPU panel show it: cells, labels where they can be read, wheel and drag.
/// Returns the cell under the pointer, or row -1.
struct CellAt {
  std::int64_t row = -1, column = -1;
};
struct GridLook {
  const Face* label = nullptr;  ///< font of the labels; null: none
  float dim = 0;
  std::optional<render::gl::TraceView> trace;
  std::function<std::string(std::int64_t, std::int64_t)> text;  ///< label of a cell; empty: the diagram's
  std::function<void()> paint = {};                             ///< draws between the cells and their labels; empty: nothing
};
CellAt draw_grid(Ui&, const char* id, const render::Diagram&, CardView&, float default_cell, ImVec2 at, ImVec2 size, const GridLook&);

/// Column numbers above and row numbers to the left of a grid drawn by draw_grid.
void draw_headings(Ui&, const render::Diagram&, const CardView&, float default_cell, ImVec2 at, ImVec2 size);
float row_heading_width(const Ui&, const render::Diagram&);
float column_heading_height(const Ui&, const render::Diagram&);

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
/// Pixels a cell as it is shown.
double cell_side(const Ui&, const CardGrid&);
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
CellRange cells_in_sight(const Ui&, const render::Diagram&, const CardView&, float default_cell, ImVec2 size);
CellRange cells_in_sight(const Ui&, const CardGrid&);
/// Its top left corner.
ImVec2 place_of(const Ui&, const CardGrid&, std::int64_t row, std::int64_t column);
ImVec2 centre_of(const Ui&, const CardGrid&, render::Diagram::Cell);

/// Counterparts, isolation, differences: everything that stands out in the grid.
void mark_card(Ui&, const Workspace&, const ViewState&, const CardGrid&, CellAt under);
/// What pointing at a cell and clicking it do.
void point_in_card(Ui&, const Workspace&, const ViewState&, Requests&, const CardGrid&, CellAt under);
/// The popup "card": how the card is shown, and where it can go.
void card_menu(Ui&, const Workspace&, const ViewState&, Requests&, CardRef);

/// Fades a visible cell.
void shade_cell(Ui&, const CardView&, float default_cell, ImVec2 at, ImVec2 size, std::int64_t row, std::int64_t column);
/// A frame around a visible cell.
void mark_cell(Ui&, const CardView&, float default_cell, ImVec2 at, ImVec2 size, std::int64_t row, std::int64_t column, ImU32,
               float thickness);

}  // namespace app
