#pragma once
// Rasterises Chinese glyphs when they are first drawn. An interface has a thousand of them in a dozen faces: rasterising all would delay
// the first frame, and few are ever seen.
//
// Each font has a stand-in for each glyph with the right advance, so that texts are laid out correctly. Once a frame is laid out, the
// stand-ins in it are rasterised into a reserved part of the atlas, and replaced. ImGui 1.92 and later rasterise every glyph in this way
// themselves.

#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "app/ui/fonts.hpp"

namespace app {

class MappedFile;
struct FontFile;

class LateGlyphs {
 public:
  /// A new part of the atlas, with the coverage of each texel.
  struct Pixels {
    int x = 0, y = 0, width = 0, height = 0;
    std::vector<unsigned char> coverage;
  };

  /// Reserves room in a new atlas, before it is built.
  void begin(ImFontAtlas&, float largest_scale);
  /// Call this after the atlas was built, before its input is cleared.
  void laid_out();
  /// Adds a font of the atlas, with the size at which its Chinese glyphs are rasterised, bolder for a bold one, so that a title has one
  /// weight.
  void add_font(ImFont*, float size, bool bold);
  /// Adds stand-ins for these characters of the file. Call this after the atlas was built.
  void built(const FontFile&, const std::vector<ImWchar>& codes);
  /// Adds stand-ins for more characters.
  void add(const std::vector<ImWchar>& codes);

  /// Rasterises glyphs that the frame draws for the first time, and corrects the frame. Returns the parts to copy to the texture.
  std::vector<Pixels> rasterise(ImDrawData&);
  /// Returns whether glyphs found no room. They appear once the atlas is rebuilt with twice the room.
  bool full() const { return full_; }

 private:
  struct Lettering {
    ImFont* font;
    float size, advance, ascent;
    bool bold;
  };
  struct Wanted {
    std::size_t font;
    ImWchar code;
    friend bool operator<(const Wanted& a, const Wanted& b) { return std::tie(a.font, a.code) < std::tie(b.font, b.code); }
  };
  void stand_in(std::size_t font, ImWchar code);
  void place(const ImFontAtlas& from, const ImFont& drawn, const Wanted&, std::vector<Pixels>&);
  bool find_room(int width, int height, int& x, int& y);

  ImFontAtlas* atlas_ = nullptr;
  std::shared_ptr<const MappedFile> file_;
  std::string path_;   ///< of the file
  int face_ = 0;       ///< within it
  int reserved_ = -1;  ///< of the atlas's custom rectangles
  struct Room {
    int x = 0, y = 0, width = 0, height = 0;  ///< in texels
  } room_;
  float rows_ = 1;  ///< factor of the room's height
  bool full_ = false;
  int next_x_ = 0, next_y_ = 0, row_height_ = 0;
  std::vector<Lettering> fonts_;
};

}  // namespace app
