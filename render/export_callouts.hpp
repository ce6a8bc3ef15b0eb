#pragma once
// Draws frames, arrows and the table of a diagram, with any pen.

#include <span>
#include <vector>

#include "render/export_grid.hpp"

namespace render {

inline constexpr double table_letters = 8;  ///< points
/// Breaks lines in the table's last column so that it is at most `width` points wide, as far as the other columns allow.
std::vector<TableLine> broken_table(std::vector<TableLine>, double width);
/// Returns the size of a table below a grid; zero without lines.
PageSize table_size(std::span<const TableLine>);
void draw_table(std::span<const TableLine>, ThemeName, double left, double top, Pen&);

/// Draws the frames, with their words where no labels are. `labelled`: the cells have labels.
void draw_frames(const Diagram&, ThemeName, const GridPlace&, bool labelled, Pen&);
/// Returns how far words of frames reach above a grid with cells of that size; its headings stand above them.
double frame_words_above(const Diagram&, bool labelled, double cell);

/// Marks each cell of the diagram's thread.
void draw_thread(const Diagram&, ThemeName, const GridPlace&, Pen&);

/// The ends of an arrow, in rows and columns of cells: beside the labels of its cells and beside other arrows.
struct ArrowEnds {
  double row = 0, column = 0, to_row = 0, to_column = 0;
};
/// Returns the ends of an arrow. Requires a callout that is an arrow.
inline ArrowEnds ends_of(const Callout& arrow) {
  const auto row = static_cast<double>(arrow.row), column = static_cast<double>(arrow.column),
             to_row = static_cast<double>(arrow.to->first), to_column = static_cast<double>(arrow.to->second);
  // Between two columns of numbers the arrow runs from beside one number to beside the other.
  if (arrow.of == Speaks::layout) return {row + 0.5, column + 0.84, to_row + 0.5, to_column + 0.16};
  constexpr double side = 0.16;
  const bool down = to_row > row;
  return {row + (down ? 0.5 : side), column + (down ? side : 0.5), to_row + (down ? 0.3 : side), to_column + (down ? side : 0.3)};
}
/// Draws the callouts. `right`, `bottom`: the grid's end. `labelled`: the cells have labels, which words would cover. Letters have
/// options.least_letters.
void draw_callouts(const Diagram&, const ExportOptions&, const GridPlace&, double right, double bottom, bool labelled, Pen&);

}  // namespace render
