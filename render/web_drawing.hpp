#pragma once
// What a pen draws, as shapes of a web page whose colours follow the page's theme.

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

/// Pairs of colours of the light and the dark theme, by number. What is drawn with one has its colour of the light theme as an attribute,
/// and a class that stands for both: `.c{--light:#...;--dark:#...}`. What is filled has the class `f` too, what is drawn as a line `l`.
class ThemePairs {
 public:
  /// The number as a colour, which tells things apart that differ in one theme only.
  Rgb number(Rgb light, Rgb dark);
  std::string attributes(std::string_view attribute, Rgb number) const;
  /// By class: what the page's style has to say of it.
  std::map<std::string, std::string> rules() const;

 private:
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;
};

/// Draws in one theme. In the other one it draws the same, but for the colours.
using DrawsInTheme = std::function<void(Pen&, ThemeName)>;
/// The elements of an SVG of that size, in their order: those that make_svg_pen would write for the light theme, with the classes of the
/// pairs.
std::vector<std::string> web_shapes(PageSize, const DrawsInTheme&, ThemePairs&);

}  // namespace render
