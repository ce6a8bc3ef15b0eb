#include "render/theme.hpp"

#include <array>

#include "render/colourings.hpp"

namespace render {
namespace {

using Palette = std::array<Rgb, 8>;

// Entries differ in hue and in lightness, so that the colour-blind, too, tell any two of them apart: blue, orange, green,
// purple, yellow, teal, mauve, red. Any two are at least 7 apart (CIEDE2000), and neighbours 10, for people without one kind of
// cones, too; that is what a test measures.
constexpr Palette cutescope_light{{{198, 213, 253},
                                   {249, 211, 179},
                                   {222, 255, 234},
                                   {248, 222, 245},
                                   {255, 251, 188},
                                   {178, 223, 203},
                                   {215, 192, 214},
                                   {240, 180, 177}}};
constexpr Palette cutescope_dark{
    {{21, 51, 107}, {100, 64, 11}, {51, 81, 57}, {75, 67, 138}, {112, 90, 22}, {12, 92, 103}, {112, 39, 75}, {111, 7, 30}}};

// The thread colours of CuTe's own figures.
constexpr Palette cute_light{{{175, 175, 255},
                              {175, 255, 175},
                              {255, 255, 175},
                              {255, 175, 175},
                              {210, 210, 255},
                              {210, 255, 210},
                              {255, 255, 210},
                              {255, 210, 210}}};
constexpr Palette cute_dark{
    {{58, 58, 130}, {36, 98, 46}, {102, 98, 28}, {122, 46, 46}, {44, 44, 88}, {34, 70, 40}, {72, 70, 34}, {84, 42, 42}}};

// Black at 0, 40, 20, 60, 10, 50, 30 and 70 per cent, as CuTe's figures of a layout have them.
constexpr Palette greys_light{
    {{255, 255, 255}, {153, 153, 153}, {204, 204, 204}, {102, 102, 102}, {230, 230, 230}, {128, 128, 128}, {179, 179, 179}, {77, 77, 77}}};
constexpr Palette greys_dark{
    {{28, 30, 34}, {74, 76, 80}, {50, 52, 56}, {100, 102, 106}, {38, 40, 44}, {88, 90, 94}, {62, 64, 68}, {112, 114, 118}}};

constexpr Palette contrast_light{
    {{88, 180, 255}, {245, 160, 40}, {70, 195, 120}, {205, 131, 214}, {245, 228, 66}, {58, 212, 222}, {244, 119, 181}, {204, 203, 202}}};
constexpr Palette contrast_dark{
    {{0, 91, 172}, {181, 62, 0}, {16, 105, 64}, {123, 53, 134}, {107, 108, 45}, {14, 115, 131}, {163, 32, 92}, {86, 98, 106}}};

// Each differs from the others in lightness, so that a black and white printer keeps them apart.
constexpr Palette print_light{{{255, 255, 255},
                               {189, 215, 238},
                               {226, 240, 220},
                               {245, 177, 130},
                               {255, 241, 201},
                               {180, 167, 214},
                               {219, 219, 219},
                               {163, 197, 162}}};
constexpr Palette print_dark{
    {{38, 40, 44}, {37, 64, 88}, {49, 63, 45}, {94, 50, 11}, {120, 84, 37}, {72, 63, 122}, {66, 63, 67}, {46, 91, 59}}};

constexpr Theme light_theme{.page = {244, 245, 247},
                            .card = {255, 255, 255},
                            .card_border = {225, 228, 233},
                            .text = {31, 41, 55},
                            .faint_text = {80, 88, 101},
                            .hair_line = {190, 198, 211},
                            .tile_border = {43, 52, 64},
                            .accent = {33, 94, 214},
                            .warning = {194, 65, 12},
                            .good = {19, 113, 54},
                            .selection = {217, 119, 6}};
constexpr Theme dark_theme{.page = {17, 20, 25},
                           .card = {27, 31, 38},
                           .card_border = {52, 58, 68},
                           .text = {230, 234, 240},
                           .faint_text = {176, 184, 196},
                           .hair_line = {92, 101, 118},
                           .tile_border = {214, 220, 230},
                           .accent = {108, 160, 255},
                           .warning = {255, 146, 92},
                           .good = {86, 196, 124},
                           .selection = {255, 178, 62}};
constexpr Theme print{.page = {255, 255, 255},
                      .card = {255, 255, 255},
                      .card_border = {255, 255, 255},
                      .text = {0, 0, 0},
                      .faint_text = {96, 96, 96},
                      .hair_line = {150, 150, 150},
                      .tile_border = {0, 0, 0},
                      .accent = {0, 70, 200},
                      .warning = {190, 50, 0},
                      .good = {0, 110, 50},
                      .selection = {200, 100, 0}};

// Like print, without hues.
constexpr Theme grey = [] {
  auto theme = print;
  theme.accent = theme.selection = {0, 0, 0};
  theme.warning = {60, 60, 60};
  theme.good = {110, 110, 110};
  return theme;
}();
// Equal fills: their patterns tell them apart.
constexpr Palette grey_fills = [] {
  Palette white{};
  white.fill({255, 255, 255});
  return white;
}();

}  // namespace

Rgb ink_of(Speaks of, const Theme& t) {
  switch (of) {
    case Speaks::start: return t.accent;
    case Speaks::leading: return t.warning;
    case Speaks::stride: return t.good;
    case Speaks::layout: return t.text;
    case Speaks::other: break;
  }
  return t.faint_text;
}

const Theme& theme(ThemeName name) {
  switch (name) {
    case ThemeName::dark: return dark_theme;
    case ThemeName::print: return print;
    case ThemeName::grey: return grey;
    case ThemeName::light: break;
  }
  return light_theme;
}

std::span<const Rgb> palette(PaletteName name, ThemeName theme_name) {
  const bool on_dark = theme_name == ThemeName::dark;
  if (theme_name == ThemeName::grey) return grey_fills;
  switch (name) {
    case PaletteName::cute: return on_dark ? cute_dark : cute_light;
    case PaletteName::greys: return on_dark ? greys_dark : greys_light;
    case PaletteName::contrast: return on_dark ? contrast_dark : contrast_light;
    case PaletteName::print: return on_dark ? print_dark : print_light;
    case PaletteName::cutescope: break;
  }
  return on_dark ? cutescope_dark : cutescope_light;
}

std::span<const Rgb> fills_of(const Diagram& d, ThemeName name) {
  const auto by = d.view.colour_by;
  // Without owners the diagram is coloured by index.
  const bool own = by->ramp && !(by->needs_owners && !d.has_owners());
  return own ? ramp(d.view.palette, name) : palette(d.view.palette, name);
}

}  // namespace render
