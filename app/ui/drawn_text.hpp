#pragma once
// The text of a drawn frame, read back from its vertices: what a user sees, where they see it. For tests, and for those
// who drive the real window (see probe.hpp).

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/imgui_compat.h"

namespace app {

/// Text that a frame drew, a line or a part of one.
struct DrawnText {
  std::string text;
  ImVec2 from, to;        ///< the box of its letters, in pixels
  bool cut = false;       ///< a letter is hidden in part at the side: the text is longer than its place
  bool scrolled = false;  ///< or above or below: it is half scrolled out of sight
  ImU32 colour = 0;       ///< of its first letter
  ImVec2 centre() const { return {(from.x + to.x) / 2, (from.y + to.y) / 2}; }
};

/// Reads frames drawn with one font atlas.
class TextReader {
 public:
  /// To be called again whenever the atlas has been built anew.
  void index(const ImFontAtlas&);
  /// All texts of a rendered frame, in the order of drawing.
  std::vector<DrawnText> read(const ImDrawData&) const;

 private:
  struct Glyph {
    ImWchar code = 0;
    float width = 0;  ///< pixels of its picture
    float height = 0;
    float left = 0;     ///< from the pen to its picture
    float advance = 0;  ///< from the pen to the next letter's
    float space = 0;    ///< width of a blank in its font
    int font = 0;
  };
  int width_ = 0, height_ = 0;  ///< of the atlas, in texels
  std::vector<Glyph> glyphs_;
  std::vector<int> glyph_at_;  ///< texel of the atlas -> glyph, -1: none
};

/// The nth of the texts that is this one, from 0; null where there is none.
const DrawnText* find_text(std::span<const DrawnText>, std::string_view text, int nth = 0);
/// The nth that contains it.
const DrawnText* find_text_containing(std::span<const DrawnText>, std::string_view text, int nth = 0);

/// Where to point for a text, in pixels. `wanted` is the text; then, in this order, each or none: `~` where the text is
/// part of a longer one, `#N` for the Nth text of those words, `@N` for the middle of its letter N; both count from 0.
/// Letters are counted as if all were as wide, as in the sheet. Nothing where there is no such text.
std::optional<ImVec2> place_of(std::span<const DrawnText>, std::string_view wanted);

}  // namespace app
