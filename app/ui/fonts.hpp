#pragma once
// The faces that the window is set in.

#include "app/ui/imgui_compat.h"

namespace app {

/// A font at the size it was rasterised for.
struct Face {
  ImFont* font = nullptr;
  float size = 0;  ///< line height in pixels, as ImGui counts
};

struct Fonts {
  Face ui, ui_small, ui_bold, ui_bold_small, mono, mono_small, mono_tiny, mono_large, mono_bold;
  Face label, label_least;  ///< of the cells of a card: the usual one, and for cells that are too narrow for any other
};

struct FontSets {
  Fonts usual, stage;
};
class FontCache;
/// Loads Inter, JetBrains Mono and, where a text needs them, Chinese glyphs, at `scale`; falls back to what is installed.
/// And once more, fewer of them, at `stage_scale` for a presentation; 0: none.
FontSets load_fonts(FontCache&, ImGuiIO&, float scale, float stage_scale);

}  // namespace app
