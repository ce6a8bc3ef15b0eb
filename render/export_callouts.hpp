#pragma once
// Frames, arrows and the table of a diagram, for every pen.

#include <span>
#include <vector>

#include "render/export_grid.hpp"

namespace render {

inline constexpr double table_letters = 8;  ///< points
/// The table with line breaks in its last column, so that it is at most `width` points wide as far as the other columns let it.
std::vector<TableLine> broken_table(std::vector<TableLine>, double width);
/// What a table takes beneath a grid; nothing without lines.
PageSize table_size(std::span<const TableLine>);
void draw_table(std::span<const TableLine>, ThemeName, double left, double top, Pen&);

/// The frames, with their words, which stand where no label is. `labelled`: the cells have labels.
void draw_frames(const Diagram&, ThemeName, const GridPlace&, bool labelled, Pen&);
/// How far words of frames reach above a grid with cells of that size: its headings stand above them.
double frame_words_above(const Diagram&, bool labelled, double cell);

/// A mark around each cell of the diagram's thread.
void draw_thread(const Diagram&, ThemeName, const GridPlace&, Pen&);

/// How far across its cells an arrow runs, beside their labels and beside other arrows.
inline double side_of(const Callout& arrow) { return arrow.of == Speaks::layout ? 0.84 : 0.16; }
/// `right`, `bottom`: where the grid ends. `labelled`: the cells have labels, which words would cover. Letters have options.least_letters.
void draw_callouts(const Diagram&, const ExportOptions&, const GridPlace&, double right, double bottom, bool labelled, Pen&);

}  // namespace render
