#pragma once
// The layout of a figure, computed once for every pen. Lengths are points from the page's top left, y down.

#include "render/export_pen.hpp"
#include "render/figure.hpp"

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
};

struct FigureLayout {
  std::vector<PlacedGrid> grids;
  std::vector<FigureText> texts;
  std::vector<Swatch> swatches;
  PageSize size;
};

FigureLayout lay_out(const Figure&, const FigureOptions&);

/// Draws a layout made with the same options. Leaves out text smaller than least_letter_points.
void draw_figure(const FigureLayout&, const FigureOptions&, Pen&);

/// Adds the legend of the figure's colours at (left, y), at most `room` wide, and moves y below it.
void add_legend(FigureLayout&, const Figure&, const FigureOptions&, double left, double room, double& y);

/// Breaks text into lines at most `width` wide: after spaces, in values also after commas, else anywhere. Keeps the
/// text's own line breaks.
std::vector<std::string> broken_lines(std::string_view text, Font, double size, double width);

/// A pen for a TikZ picture that keeps text as text.
std::unique_ptr<Pen> make_tikz_pen(PageSize, const FigureOptions&);

/// The figure as plain text: panels side by side if they fit into 120 characters, else below one another.
std::string figure_text(const Figure&, const FigureOptions&);

}  // namespace render
