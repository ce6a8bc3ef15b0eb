#pragma once
// The grid of a card: the GPU fills the cells; this draws the text and handles the mouse.

#include "app/panels/canvas/card.hpp"

namespace app {

/// Draws cells and, where legible, labels; zooms by the wheel and pans by dragging. Returns the cell under the mouse.
CellAt draw_grid(Ui&, const char* id, const render::Diagram&, CardView&, float default_cell, ImVec2 at, ImVec2 size, const GridStyle&);
/// Draws column numbers above and row numbers to the left of a grid.
void draw_headings(Ui&, const render::Diagram&, const CardView&, float default_cell, ImVec2 at, ImVec2 size);
float row_heading_width(const Ui&, const render::Diagram&);
float column_heading_height(const Ui&, const render::Diagram&);
/// The side of a cell as drawn, in pixels.
double cell_side(const Ui&, const CardGrid&);
/// The cells that are at least partly visible.
CellRange cells_in_sight(const Ui&, const render::Diagram&, const CardView&, float default_cell, ImVec2 size);
CellRange cells_in_sight(const Ui&, const CardGrid&);
/// The top left corner of a cell on the screen.
ImVec2 place_of(const Ui&, const CardGrid&, std::int64_t row, std::int64_t column);
ImVec2 centre_of(const Ui&, const CardGrid&, render::Diagram::Cell);
/// Fades a visible cell.
void shade_cell(Ui&, const CardView&, float default_cell, ImVec2 at, ImVec2 size, std::int64_t row, std::int64_t column);
/// Draws a frame around a visible cell.
void mark_cell(Ui&, const CardView&, float default_cell, ImVec2 at, ImVec2 size, std::int64_t row, std::int64_t column, ImU32,
               float thickness);

}  // namespace app
