#pragma once
// The texts of a drawn frame and their positions, recovered from its vertices. For tests, including those that drive the real
// window (see probe.hpp).

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/imgui_compat.h"

namespace app {

/// A line of text drawn in a frame, or a part of one.
struct DrawnText {
  std::string text;
  ImVec2 from, to;            ///< bounding box of its letters, in pixels
  bool cut = false;           ///< a letter is clipped at the left or right: the text is too long
  bool scrolled = false;      ///< a letter is clipped at the top or bottom: it is partly scrolled out of view
  ImU32 colour = 0;           ///< of its first letter
  ImVec2 seen_from, seen_to;  ///< the visible part of that box
  std::string window;         ///< the window of its draw list: "panel/child/child"
  ImVec2 centre() const { return {(from.x + to.x) / 2, (from.y + to.y) / 2}; }
};

/// Reads frames drawn with one font atlas.
class TextReader {
 public:
  /// Indexes the atlas. Call this again after it was rebuilt.
  void index(const ImFontAtlas&);
  /// Returns all texts of a rendered frame, in drawing order.
  std::vector<DrawnText> read(const ImDrawData&) const;

 private:
  struct Glyph {
    ImWchar code = 0;
    float width = 0;  ///< of its image, in pixels
    float height = 0;
    float top = 0;      ///< from the line's top to its image
    float left = 0;     ///< from the pen to its image
    float advance = 0;  ///< from the pen to the next letter's pen
    float space = 0;    ///< width of a blank in its font
    int font = 0;
  };
  int width_ = 0, height_ = 0;  ///< of the atlas, in texels
  std::vector<Glyph> glyphs_;
  std::vector<int> glyph_at_;  ///< texel of the atlas -> glyph, -1: none
};

/// Returns the nth text equal to `text`, from 0, or null.
const DrawnText* find_text(std::span<const DrawnText>, std::string_view text, int nth = 0);
/// Returns the nth text that contains it, or null.
const DrawnText* find_text_containing(std::span<const DrawnText>, std::string_view text, int nth = 0);

/// Returns where to click on a text, in pixels; nullopt if there is no such text. `wanted` is the text, followed by any of these in this
/// order: `~` if it is part of a longer text, `#N` for its Nth occurrence, `@N` for the middle of its Nth letter, assuming letters of equal
/// width, as in the sheet. Both count from 0.
std::optional<ImVec2> place_of(std::span<const DrawnText>, std::string_view wanted);

/// The texts that panels draw while a test records them, visible or not: clipped letters leave no vertices.
struct TextLog {
  struct Asked {
    std::string text;
    ImVec2 from, to;            ///< its line box, in pixels
    ImVec2 clip_from, clip_to;  ///< the visible part of it
    const ImGuiWindow* window = nullptr;
    bool scrolls = false;  ///< in a ScrolledPart
  };
  struct Column {
    std::string text;
    float width = 0;  ///< of its lines, in pixels
    float size = 0;   ///< of its letters
  };
  struct Field {
    ImVec2 from, to;
  };
  std::vector<Asked> texts;
  std::vector<Column> columns;  ///< flowing text
  std::vector<Field> fields;    ///< editable text, which scrolls to the cursor
  int scrolled_parts = 0;       ///< number of open ones

  /// Returns the log that is recording; null: none. ImGui's UserData points to it.
  static TextLog* listening() { return static_cast<TextLog*>(ImGui::GetIO().UserData); }
};

}  // namespace app
