#pragma once
// Colours of a palette and of the page, for every pen.

#include <span>

#include "render/diagram.hpp"

namespace render {

enum class ThemeName : std::uint8_t { light, dark, print, grey };  // grey: for a printer without colours; see patterns.hpp

struct Theme {
  Rgb page, card, card_border, text, faint_text, hair_line, tile_border, accent, warning, good, selection;
};
const Theme& theme(ThemeName);

/// Returns the ink of callouts, and of the table's lines about the same subject.
Rgb ink_of(Speaks, const Theme&);

/// Returns the fills of a palette, used cyclically. The dark theme has the same hues, darker, for light labels; the grey one has patterns
/// instead.
std::span<const Rgb> palette(PaletteName, ThemeName);

/// Number of fills of colourings that tell 32 keys apart, banks or the threads of a warp: the hues of the palette, each a step further from
/// the page's lightness. Used cyclically.
inline constexpr std::size_t ramp_size = 32;
std::span<const Rgb> ramp(PaletteName, ThemeName);

/// Returns the fills of a diagram's cells: the palette, or its ramp if the colouring has one. A cell's fill is its key modulo their number.
std::span<const Rgb> fills_of(const Diagram&, ThemeName);

}  // namespace render
