#pragma once
// A diagram's grid as an SVG of a web page, with colours that follow the page's theme.

#include <map>
#include <string>

#include "render/diagram.hpp"
#include "render/export_cells.hpp"

namespace render {

/// A grid. Lengths are units of the SVG, which is `width` x `height`.
struct WebGrid {
  std::string svg;                                  ///< `<svg ...>...</svg>`, without title, value, note and table
  double width = 0, height = 0;                     ///< of the picture
  double left = 0, top = 0, cell = 0;               ///< of the first cell, and the side of each
  double letters = 0;                               ///< size of the labels; 0: there are none
  std::map<std::string, std::string> colours = {};  ///< the page's style rules by class
};

/// Draws the grid with its headings and labels. Shapes have their colour of the light theme as an attribute, and a class that stands for
/// this colour and that of the dark theme: `.c{--light:#...;--dark:#...}`. Filled shapes also have the class `f`, lines the class `l`.
/// `cells`: with the cells' fills and labels; otherwise web_part draws these where they are visible.
WebGrid web_grid(const Diagram&, bool cells = true);

/// Fills and labels of some of a grid's cells: the content of its `<svg>` before the labels.
struct WebPart {
  std::string svg;
  std::map<std::string, std::string> colours;  ///< as WebGrid's
};
WebPart web_part(const Diagram&, const Block&, bool labels);

/// Returns attributes that fill a shape with a colour, as in the grid; adds the class to `colours`.
std::string web_fill(Rgb light, Rgb dark, std::map<std::string, std::string>& colours);

}  // namespace render
