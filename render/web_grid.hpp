#pragma once
// A diagram's grid as an SVG of a web page: its colours follow the page's theme.

#include <map>
#include <string>

#include "render/diagram.hpp"
#include "render/export_cells.hpp"

namespace render {

/// Lengths are units of the SVG, of which there are `width` x `height`.
struct WebGrid {
  std::string svg;                                  ///< `<svg ...>...</svg>`, without title, value, note and table
  double width = 0, height = 0;                     ///< of the picture
  double left = 0, top = 0, cell = 0;               ///< of the first cell, and the side of each
  double letters = 0;                               ///< size of the labels; 0: there are none
  std::map<std::string, std::string> colours = {};  ///< by class: what the page's style has to say of it
};

/// The grid with its headings and labels. What it draws has its colour of the light theme as an attribute, and a class that stands
/// for this colour and that of the dark theme: `.c{--light:#...;--dark:#...}`. What is filled has the class `f` too, what is drawn
/// as a line the class `l`.
/// `cells`: with their fills and labels; without, these are drawn by web_part where they are seen.
WebGrid web_grid(const Diagram&, bool cells = true);

/// Fills and labels of some of a grid's cells: what stands in its `<svg>` before the labels.
struct WebPart {
  std::string svg;
  std::map<std::string, std::string> colours;  ///< as WebGrid's
};
WebPart web_part(const Diagram&, const Block&, bool labels);

/// Attributes that fill something with a colour, as in the grid; adds the class to `colours`.
std::string web_fill(Rgb light, Rgb dark, std::map<std::string, std::string>& colours);

}  // namespace render
