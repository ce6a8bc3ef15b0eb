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
  Face label, label_least;  ///< of a card's cells: the usual one, and the smallest, for narrow cells
  Face label_most{};        ///< in a presentation: of large cells, without letters beyond ASCII
  Face reading{};           ///< in a presentation: of a slide that is only text
};

struct FontSets {
  Fonts usual, stage;
};
class FontCache;
/// Loads Inter, JetBrains Mono and the needed Chinese glyphs at `scale`, or installed substitutes; also a smaller set at
/// `stage_scale` for a presentation; 0: none.
FontSets load_fonts(FontCache&, ImGuiIO&, float scale, float stage_scale);

}  // namespace app
