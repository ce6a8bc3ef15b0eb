#pragma once
// The theme of the window.

#include "app/ui/imgui_compat.h"
#include "render/theme.hpp"

namespace app {

/// Sets colours, paddings and roundings of ImGui's widgets.
void apply_style(const render::Theme&, float scale, bool dark);

/// Colours of source text, and further colours of the window that render's theme lacks.
struct Ink {
  ImU32 text, faint, fainter, name, function, number, error, error_back, good, hint, accent, accent_text, selected_back, line, page, panel,
      chip, chip_border, link, pin, row_mark;
};
Ink make_ink(const render::Theme&, render::ThemeName);

/// Returns the opacity of the second line of a cell's label: that of the first on strong fills.
float second_line_opacity(render::PaletteName);

ImU32 colour(render::Rgb, float alpha = 1);

}  // namespace app
