#pragma once
// The fonts of the window.

#include "app/ui/imgui_compat.h"

namespace app {

/// A font and the size that it was rasterised at.
struct Face {
  ImFont* font = nullptr;
  float size = 0;  ///< line height in pixels, as in ImGui
};

struct Fonts {
  Face ui, ui_small, ui_bold, ui_bold_small, mono, mono_small, mono_tiny, mono_large, mono_bold;
  Face label, label_least;  ///< in a card's cells: the normal size, and the smallest, for narrow cells
  Face label_most{};        ///< in a presentation: in large cells, only ASCII
  Face reading{};           ///< in a presentation: on a slide with only text
};

/// Returns the same faces drawn at another scale, without rasterising them again.
Fonts scaled(Fonts, float by);

struct FontSets {
  Fonts usual, stage, canvas;
};
/// Scales of fonts; 0: no fonts of that set.
struct FontScales {
  float usual = 1, stage = 0, canvas = 0;
};
class FontCache;
/// Loads Inter, JetBrains Mono and the needed Chinese glyphs, or installed substitutes; also a smaller set for a presentation, and one for
/// a canvas at another scale than the window.
FontSets load_fonts(FontCache&, ImGuiIO&, FontScales);

}  // namespace app
