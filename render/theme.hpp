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

/// The ink of callouts, and of the lines of the table that say the same.
Rgb ink_of(Speaks, const Theme&);

/// The fills of a palette, used cyclically. The dark theme has the same hues, darker, for light labels; the grey one has patterns instead.
std::span<const Rgb> palette(PaletteName, ThemeName);

/// The fills of colourings that tell 32 keys apart, banks or the threads of a warp: the hues of the palette, and from one to
/// the next a step away from the page's lightness. Used cyclically.
inline constexpr std::size_t ramp_size = 32;
std::span<const Rgb> ramp(PaletteName, ThemeName);

/// What a diagram's cells are filled with: the palette, or its ramp where the colouring has one. A cell's is its key modulo
/// their number.
std::span<const Rgb> fills_of(const Diagram&, ThemeName);

}  // namespace render
