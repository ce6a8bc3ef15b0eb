#pragma once
// A diagram as a grid: the GPU fills the cells; this draws the text and handles the mouse. Draws every grid of the window: cards, steps,
// traces, previews and examples.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "app/ui/ui.hpp"

namespace app {

/// A cell of a grid; row -1: none.
struct CellAt {
  std::int64_t row = -1, column = -1;
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

struct GridStyle {
  const Face* label = nullptr;  ///< font of the labels; null: no labels
  float dim = 0;
  std::optional<render::gl::TraceView> trace = {};
  std::function<std::string(std::int64_t, std::int64_t)> text = {};  ///< label of a cell; empty: the diagram's
  std::function<void()> paint = {};                                  ///< draws over the cells and under their labels; empty: nothing
  /// The colour of a plate under each label, which separates it from the drawing of `paint`; empty: none.
  std::function<ImU32(std::int64_t, std::int64_t)> plate = {};
};

/// A diagram's grid as drawn in this frame.
struct DrawnGrid {
  const render::Diagram& diagram;
  CardView& view;
  float default_cell;  ///< side of a cell in pixels at zoom 1
  ImVec2 at, size;     ///< of the visible cells, without headings
};

/// Draws cells and, if legible, labels; zooms by the wheel and pans by dragging. Returns the cell under the mouse.
CellAt draw_grid(Ui&, const char* id, const DrawnGrid&, const GridStyle&);
/// Draws column numbers above and row numbers to the left of a grid.
void draw_headings(Ui&, const DrawnGrid&);
float row_heading_width(const Ui&, const render::Diagram&);
float column_heading_height(const Ui&, const render::Diagram&);
/// Returns the side of a cell as drawn, in pixels.
double cell_side(const Ui&, const DrawnGrid&);
/// Returns the cells that are at least partly visible.
CellRange cells_in_sight(const Ui&, const DrawnGrid&);
/// Return the top left corner of a cell on the screen, and its middle.
ImVec2 place_of(const Ui&, const DrawnGrid&, std::int64_t row, std::int64_t column);
ImVec2 centre_of(const Ui&, const DrawnGrid&, render::Diagram::Cell);
/// Fades a visible cell.
void shade_cell(Ui&, const DrawnGrid&, std::int64_t row, std::int64_t column);
/// Fills a visible cell without its borders.
void fill_cell(const Ui&, const DrawnGrid&, std::int64_t row, std::int64_t column, ImU32);
/// Draws a frame around a visible cell.
void mark_cell(Ui&, const DrawnGrid&, std::int64_t row, std::int64_t column, ImU32, float thickness);

/// Returns the grid of a small picture with its headings, its upper left corner at `at`: as large as fits the room, but not larger than its
/// labels need, or `usual` points if that is more. Cells are at least `least` points; the rest of the grid is then out of sight.
DrawnGrid small_grid(const Ui&, const render::Diagram&, CardView&, ImVec2 at, ImVec2 room, float least, float usual);
/// Draws it with small labels. Returns the cell under the mouse.
CellAt draw_small_grid(Ui&, const char* id, const DrawnGrid&);

}  // namespace app
