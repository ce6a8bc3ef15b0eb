#include "app/ui/drawn_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "algebra/text/utf8.hpp"

namespace app {
namespace {

/// Removes "#12" from the end of `text`, and returns its number.
std::optional<int> take_number(std::string_view& text, char mark) {
  const auto at = text.rfind(mark);
  if (at == std::string_view::npos || at + 1 == text.size() || text.find_first_not_of("0123456789", at + 1) != std::string_view::npos)
    return std::nullopt;
  const int n = std::atoi(std::string(text.substr(at + 1)).c_str());
  text = text.substr(0, at);
  return n;
}

}  // namespace

void TextReader::index(const ImFontAtlas& atlas) {
  width_ = atlas.TexWidth;
  height_ = atlas.TexHeight;
  glyphs_.clear();
  glyph_at_.assign(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), -1);
  for (int f = 0; f < atlas.Fonts.Size; ++f) {
    const auto& font = *atlas.Fonts[f];
    for (const auto& g : font.Glyphs) {
      if (!g.Visible || g.U0 > 1) continue;  // not rasterised yet
      const auto number = static_cast<int>(glyphs_.size());
      glyphs_.push_back({static_cast<ImWchar>(g.Codepoint), g.X1 - g.X0, g.Y1 - g.Y0, g.Y0, g.X0, g.AdvanceX, font.GetCharAdvance(' '), f});
      const int x0 = static_cast<int>(std::lround(g.U0 * static_cast<float>(width_))),
                x1 = static_cast<int>(std::lround(g.U1 * static_cast<float>(width_)));
      const int y0 = static_cast<int>(std::lround(g.V0 * static_cast<float>(height_))),
                y1 = static_cast<int>(std::lround(g.V1 * static_cast<float>(height_)));
      for (int y = y0; y < y1; ++y)
        std::fill_n(glyph_at_.begin() + static_cast<std::ptrdiff_t>(y) * width_ + x0, std::max(0, x1 - x0), number);
    }
  }
}

/// Letters are quads whose corners refer to a part of the atlas. Adjacent letters form a text.
std::vector<DrawnText> TextReader::read(const ImDrawData& data) const {
  std::vector<DrawnText> drawn;
  const auto width = static_cast<float>(width_), height = static_cast<float>(height_);
  int font = -1;
  float pen = 0, line = 0;  ///< position of the text's next letter, and top of its line
  for (int l = 0; l < data.CmdListsCount; ++l) {
    const auto& list = *data.CmdLists[l];
    font = -1;
    for (const auto& command : list.CmdBuffer) {
      if (command.UserCallback != nullptr) continue;
      for (unsigned i = 0; i + 6 <= command.ElemCount;) {
        const auto* index = &list.IdxBuffer[static_cast<int>(command.IdxOffset + i)];
        const auto vertex = [&](int k) -> const ImDrawVert& { return list.VtxBuffer[static_cast<int>(command.VtxOffset + index[k])]; };
        const bool quad = index[1] == index[0] + 1 && index[2] == index[0] + 2 && index[3] == index[0] && index[4] == index[0] + 2 &&
                          index[5] == index[0] + 3;
        const auto &a = vertex(0), &b = vertex(2);
        if (!quad || a.uv.x >= b.uv.x || a.uv.y >= b.uv.y) {
          i += 3;
          continue;
        }
        i += 6;
        const auto u = static_cast<std::size_t>((a.uv.x + b.uv.x) / 2 * width),
                   v = static_cast<std::size_t>((a.uv.y + b.uv.y) / 2 * height);
        const int number = glyph_at_[v * static_cast<std::size_t>(width_) + u];
        if (number < 0) continue;
        const auto& g = glyphs_[static_cast<std::size_t>(number)];
        const auto& clip = command.ClipRect;
        if (b.pos.y <= clip.y || a.pos.y >= clip.w) continue;
        if (b.pos.x <= clip.x || a.pos.x >= clip.z) {
          if (font == g.font && !drawn.empty() && std::abs(a.pos.x - pen) < 2 * g.space) drawn.back().cut = true;
          continue;
        }
        // A letter is cut by the list's clip rectangle, or was cropped by ImGui, which leaves only a part of the glyph's image.
        const float across = (b.uv.x - a.uv.x) * width, down = (b.uv.y - a.uv.y) * height;
        const bool cut = across < g.width - 0.5f || a.pos.x < clip.x - 1 || b.pos.x > clip.z + 1;
        const bool scrolled = down < g.height - 0.5f || a.pos.y < clip.y - 1 || b.pos.y > clip.w + 1;
        const float size = (b.pos.y - a.pos.y) / down;  // relative to the size of the font
        // A blank is not a quad, but a gap between two.
        const float gap = (a.pos.x - g.left * size - pen) / size;
        // A cropped letter does not show its line.
        const bool cropped = down < g.height - 0.5f;
        const float top = b.pos.y - (g.top + g.height) * size;
        const bool goes_on =
            font == g.font && !drawn.empty() && gap > -0.5f * g.space && gap < 2.4f * g.space && (std::abs(top - line) < 1.5f || cropped);
        if (!goes_on) {
          drawn.push_back({.text = {},
                           .from = a.pos,
                           .to = b.pos,
                           .cut = false,
                           .scrolled = false,
                           .colour = a.col,
                           .seen_from = {},
                           .seen_to = {},
                           .window = {}});
          drawn.back().window = list._OwnerName != nullptr ? list._OwnerName : "";
        } else if (gap > 0.5f * g.space) {
          drawn.back().text += ' ';
        }
        auto& d = drawn.back();
        algebra::append_utf8(d.text, g.code);
        d.cut = d.cut || cut;
        d.scrolled = d.scrolled || scrolled;
        d.from = {std::min(d.from.x, a.pos.x), std::min(d.from.y, a.pos.y)};
        d.to = {std::max(d.to.x, b.pos.x), std::max(d.to.y, b.pos.y)};
        d.seen_from = {std::max(d.from.x, clip.x), std::max(d.from.y, clip.y)};
        d.seen_to = {std::min(d.to.x, clip.z), std::min(d.to.y, clip.w)};
        font = g.font;
        if (!cropped) line = top;
        pen = a.pos.x + (g.advance - g.left) * size;
      }
    }
  }
  return drawn;
}

const DrawnText* find_text(std::span<const DrawnText> drawn, std::string_view text, int nth) {
  for (const auto& d : drawn)
    if (d.text == text && nth-- == 0) return &d;
  return nullptr;
}

const DrawnText* find_text_containing(std::span<const DrawnText> drawn, std::string_view text, int nth) {
  for (const auto& d : drawn)
    if (d.text.find(text) != std::string::npos && nth-- == 0) return &d;
  return nullptr;
}

std::optional<ImVec2> place_of(std::span<const DrawnText> drawn, std::string_view wanted) {
  const auto letter = take_number(wanted, '@');
  const auto nth = take_number(wanted, '#').value_or(0);
  const bool part = wanted.ends_with('~');
  if (part) wanted.remove_suffix(1);
  const auto* d = part ? find_text_containing(drawn, wanted, nth) : find_text(drawn, wanted, nth);
  if (d == nullptr) return std::nullopt;
  auto at = d->centre();
  if (letter) {
    const auto first = part ? d->text.find(wanted) : 0;
    at.x = d->from.x +
           (d->to.x - d->from.x) * (static_cast<float>(first) + static_cast<float>(*letter) + 0.5f) / static_cast<float>(d->text.size());
  }
  return at;
}

}  // namespace app
