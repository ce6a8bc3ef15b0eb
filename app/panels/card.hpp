#pragma once
// A card: heading, grid, headings of its axes, marks.

#include "app/window/ui.hpp"

namespace app {

/// Where the parts of a card stand, in pixels from its top left.
struct CardLayout {
  float width = 0, height = 0;
  float grid_x = 0, grid_y = 0, grid_width = 0, grid_height = 0;
  float cell = 0;             ///< as shown
  float default_cell = 0;     ///< before anyone zoomed
  bool pannable = false;      ///< more grid than fits
};

/// The size that a picture takes within `max_width` x `max_height`.
CardLayout lay_out_card(Ui&, int entry, const Picture&, float max_width, float max_height);

void draw_card(Ui&, const App&, Actions&, int entry, const Picture&, const CardLayout&, ImVec2 at);

/// The grid alone, as the card and the GPU panel show it: cells, labels where they can be read, wheel and drag.
/// Returns the cell under the pointer, or row -1.
struct CellAt {
  std::int64_t row = -1, column = -1;
};
struct GridLook {
  const Face* label = nullptr;                                   ///< font of the labels; null: none
  float dim = 0;
  std::optional<render::gl::TraceView> trace;
  std::function<std::string(std::int64_t, std::int64_t)> text;   ///< label of a cell; empty: the diagram's
  std::function<void()> paint = {};                              ///< draws between the cells and their labels; empty: nothing
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
};
/// Counterparts, isolation, differences: everything that stands out in the grid.
void mark_card(Ui&, const App&, const CardGrid&, CellAt under);
/// What pointing at a cell and clicking it do.
void point_in_card(Ui&, const App&, Actions&, const CardGrid&, CellAt under);
/// The popup "card": how the card is shown, and where it can go.
void card_menu(Ui&, const App&, Actions&, int entry);

/// Fades a visible cell.
void shade_cell(Ui&, const CardView&, float default_cell, ImVec2 at, ImVec2 size, std::int64_t row, std::int64_t column);
/// A frame around a visible cell.
void mark_cell(Ui&, const CardView&, float default_cell, ImVec2 at, ImVec2 size, std::int64_t row, std::int64_t column, ImU32, float thickness);

}  // namespace app
