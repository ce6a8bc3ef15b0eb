#pragma once
// Where everything of a figure stands: decided once for every pen. Lengths are points from the page's top left, y down.

#include "render/export_pen.hpp"
#include "render/figure.hpp"

namespace render {

struct FigureText {
  double x = 0, baseline = 0;
  std::string text;
  TextStyle style;
};

/// A panel's grid: a page without title whose own margins are cut off.
struct PlacedGrid {
  Diagram diagram;  ///< as it is drawn: without the labels and headings that could not be read
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

/// Draws a layout made with the same options. Letters below least_letter_points are left out.
void draw_figure(const FigureLayout&, const FigureOptions&, Pen&);

/// The legend of the figure's colours at (left, y), no wider than `room`; y moves below it.
void add_legend(FigureLayout&, const Figure&, const FigureOptions&, double left, double room, double& y);

/// Breaks after spaces, in values after commas too, else anywhere, so that no line is wider than `width`; breaks of the text stay.
std::vector<std::string> broken_lines(std::string_view text, Font, double size, double width);

/// A TikZ picture in which text stays text.
std::unique_ptr<Pen> make_tikz_pen(PageSize, const FigureOptions&);

/// The figure as plain text: panels side by side where they fit 120 characters, below one another where not.
std::string figure_text(const Figure&, const FigureOptions&);

}  // namespace render
