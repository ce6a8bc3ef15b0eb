#pragma once
// Turns a pen's drawing into shapes of a web page whose colours follow the page's theme.

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "render/export_pen.hpp"
#include "render/theme.hpp"

namespace render {

/// Pairs of colours of the light and the dark theme, by number. A shape has its colour of the light theme as an attribute, and a class that
/// stands for both colours: `.c{--light:#...;--dark:#...}`. Filled shapes also have the class `f`, lines `l`.
class ThemePairs {
 public:
  /// Returns the pair's number as a colour, so that shapes that differ in one theme only stay distinct.
  Rgb number(Rgb light, Rgb dark);
  std::string attributes(std::string_view attribute, Rgb number) const;
  /// Returns the page's style rules by class.
  std::map<std::string, std::string> rules() const;

 private:
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;
};

/// Draws in one theme. In the other one it must draw the same shapes, with other colours.
using DrawsInTheme = std::function<void(Pen&, ThemeName)>;
/// Returns the elements of an SVG of that size, in order: those of make_svg_pen for the light theme, with the classes of the pairs.
std::vector<std::string> web_shapes(PageSize, const DrawsInTheme&, ThemePairs&);

}  // namespace render
