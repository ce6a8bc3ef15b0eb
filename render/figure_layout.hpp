#pragma once
// The layout of a figure, computed once for every pen. Lengths are points from the page's top left, y down, for the usual letters; on the
// page they are multiplied by `zoom`.

#include <limits>

#include "algebra/text/message.hpp"
#include "render/export_pen.hpp"
#include "render/figure.hpp"
#include "render/patterns.hpp"

namespace render {

struct FigureText {
  double x = 0, baseline = 0;
  std::string text;
  TextStyle style;
};

/// A panel's grid: a page without its title and margins.
struct PlacedGrid {
  Diagram diagram;  ///< as drawn: without labels and headings too small to read
  double x = 0, y = 0, width = 0, height = 0;
  double cell = 0;
};

struct Swatch {
  double x = 0, y = 0, side = 0;
  Rgb colour;
  Pattern pattern = Pattern::none;
};

/// A line between panels.
struct PlacedLine {
  Segment segment;
  bool accent = false;
};

struct FigureLayout {
  std::vector<PlacedGrid> grids;
  std::vector<PlacedLine> lines;
  std::vector<FigureText> texts;
  std::vector<Swatch> swatches;
  PageSize size;                             ///< of the page, in points
  double zoom = 1;                           ///< points of the page per point of the layout
  double cell = 0;                           ///< the largest cell, in points of the page
  std::vector<algebra::Message> unlabelled;  ///< see FigureFacts
  std::vector<algebra::Message> shortened;   ///< see FigureFacts
  std::vector<algebra::Message> cut;         ///< see FigureFacts
};

/// Lays out the figure with cells of at most `most_cell`, in points of the layout.
FigureLayout lay_out(const Figure&, const FigureOptions&, double most_cell = std::numeric_limits<double>::infinity());

/// Runs lay_out with smaller cells if the format or the box requires it. If labels would be unreadable in the box they are shortened; then
/// a picture of several grids loses its labels, and others are cut to slices, rows and columns. Error: one sentence.
tl::expected<FigureLayout, algebra::Message> fitted_layout(const Figure&, const FigureOptions&);

/// Returns the least width in whole millimetres that shows all labels; 0 if none up to most_width_cm does.
double least_labelled_width_cm(const Figure&, const FigureOptions&);

/// Returns the name of a panel in sentences; `number` counts from 1.
algebra::Message called(const Panel&, std::size_t number);

/// Return the options of a grid's page within a figure, or within a layout of it, whose letters may be smaller than requested.
ExportOptions grid_options(const FigureOptions&);
ExportOptions grid_options(const FigureOptions&, const FigureLayout&);

/// Draws a layout made with the same options.
void draw_figure(const FigureLayout&, const FigureOptions&, Pen&);

/// Adds the legend of the figure's colours at (left, y), at most `room` wide, and moves y below it.
void add_legend(FigureLayout&, const Figure&, const FigureOptions&, double left, double room, double& y);

/// Makes a pen for a TikZ picture that keeps text as text.
std::unique_ptr<Pen> make_tikz_pen(PageSize, const FigureOptions&);

/// Returns the figure as plain text: panels side by side if they fit into 120 characters, else one below another.
std::string figure_text(const Figure&, const FigureOptions&);

}  // namespace render
