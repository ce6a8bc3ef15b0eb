#pragma once
// Chinese glyphs, rasterised when they are first drawn. An interface has a thousand of them and a window a dozen faces: to
// rasterise them all would hold up the first frame, and few of them are ever seen.
//
// Each font has a stand-in for each glyph, with the right advance: texts are laid out as if it were there. Once a frame is laid
// out, stand-ins that it draws are rasterised into a part of the atlas kept free for them, and take their places. ImGui 1.92 and
// later rasterise every glyph so themselves.

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
  /// A part of the atlas that is new: how much of white each texel has.
  struct Pixels {
    int x = 0, y = 0, width = 0, height = 0;
    std::vector<unsigned char> coverage;
  };

  /// For a new atlas, before it is built: reserves room in it.
  void begin(ImFontAtlas&, float largest_scale);
  /// When it has been built, before its input is cleared.
  void laid_out();
  /// A font of that atlas, and the size at which its Chinese glyphs are rasterised, bolder for a bold one: a title has one weight.
  void add_font(ImFont*, float size, bool bold);
  /// After it is built: adds stand-ins for these characters of the file.
  void built(const FontFile&, const std::vector<ImWchar>& codes);
  /// Adds stand-ins for more characters.
  void add(const std::vector<ImWchar>& codes);

  /// Rasterises what the frame draws for the first time, and corrects the frame. Returns what is to be copied to the texture.
  std::vector<Pixels> rasterise(ImDrawData&);
  /// Glyphs found no room: they are drawn once the atlas is made anew, with twice the room.
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
