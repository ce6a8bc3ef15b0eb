#pragma once
// Colours of a palette and of the page, for every pen.

#include <span>

#include "render/diagram.hpp"

namespace render {

enum class ThemeName : std::uint8_t { light, dark, print };

struct Theme {
  Rgb page, card, card_border, text, faint_text, hair_line, tile_border, accent, warning, good, selection;
};
const Theme& theme(ThemeName);

/// The fills of a palette, used cyclically. The dark theme has the same hues, darker, for light labels.
std::span<const Rgb> palette(PaletteName, ThemeName);

}  // namespace render
