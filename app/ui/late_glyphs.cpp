#include "app/ui/late_glyphs.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "app/ui/font_cache.hpp"

namespace app {

#if IMGUI_VERSION_NUM < 19200

namespace {

/// A character of the most common width.
constexpr ImWchar usual_character = 0x4E2D;
constexpr int margin = 1;  ///< texels between glyphs

/// Texture coordinates beyond 1 identify a stand-in, as they refer to no texel.
constexpr float beyond = 2;

/// Returns whether a character has half of the normal width.
bool narrow(ImWchar code) { return (code >= 0xFF61 && code <= 0xFFDC) || (code >= 0xFFE8 && code <= 0xFFEE); }

std::vector<ImWchar> ranges_of(const std::set<ImWchar>& codes) {
  std::vector<ImWchar> ranges;
  for (const auto c : codes) ranges.insert(ranges.end(), {c, c});
  ranges.push_back(0);
  return ranges;
}

/// How a glyph is rasterised: its size, and whether bold.
using Look = std::pair<float, bool>;

/// A temporary atlas with these glyphs in these sizes and weights; fonts in the order of the map. Null fonts: the file is not a font.
struct Scratch {
  ImFontAtlas atlas;
  std::vector<std::vector<ImWchar>> ranges;
  std::map<Look, ImFont*> fonts;

  Scratch(const MappedFile& file, int face, const std::map<Look, std::set<ImWchar>>& wanted) {
    compat::use_freetype(atlas);
    ranges.reserve(wanted.size());
    for (const auto& [look, codes] : wanted) {
      ImFontConfig config;
      config.OversampleH = 1;
      config.PixelSnapH = true;
      config.FontNo = face;
      if (look.second) compat::embolden(config);
      config.FontDataOwnedByAtlas = compat::claims_font_files;
      const auto& range = ranges.emplace_back(ranges_of(codes));
      fonts[look] = atlas.AddFontFromMemoryTTF(file.data(), file.size(), look.first, &config, range.data());
    }
    compat::build(
        atlas, [&](const void* data) { return data == file.data(); }, [] {});
  }
};

}  // namespace

void LateGlyphs::begin(ImFontAtlas& atlas, float largest_scale) {
  atlas_ = &atlas;
  fonts_.clear();
  if (full_) rows_ *= 2;
  full_ = false;
  next_x_ = next_y_ = row_height_ = 0;
  // Some hundred glyphs of about 20 points per side.
  const int width = largest_scale <= 1.5f ? 1024 : largest_scale <= 3 ? 2048 : 4096;
  const float area = 400 * (20 * largest_scale) * (20 * largest_scale);
  atlas.TexDesiredWidth = width;
  reserved_ = atlas.AddCustomRectRegular(width - 2, static_cast<int>(std::ceil(rows_ * area / static_cast<float>(width))) + 64);
}

void LateGlyphs::laid_out() {
  const auto* place = atlas_ != nullptr ? atlas_->GetCustomRectByIndex(reserved_) : nullptr;
  room_ = place != nullptr && place->IsPacked() ? Room{place->X, place->Y, place->Width, place->Height} : Room{};
}

void LateGlyphs::add_font(ImFont* font, float size, bool bold) {
  if (font != nullptr) fonts_.push_back({font, size, 0, 0, bold});
}

void LateGlyphs::built(const FontFile& file, const std::vector<ImWchar>& codes) {
  if (path_ != file.path) file_ = std::make_shared<const MappedFile>(file.path);
  path_ = file.path;
  face_ = file.index;
  if (file_->data() == nullptr) return fonts_.clear();
  std::map<Look, std::set<ImWchar>> sizes;
  for (const auto& f : fonts_) sizes[{f.size, f.bold}] = {usual_character};
  const Scratch scratch(*file_, face_, sizes);
  for (auto& f : fonts_) {
    const auto* font = scratch.fonts.at({f.size, f.bold});
    const auto* glyph = font != nullptr ? font->FindGlyphNoFallback(usual_character) : nullptr;
    // Without Chinese fonts, fontconfig returns another one: its missing glyphs should be visible as missing.
    if (glyph == nullptr) return fonts_.clear();
    f.advance = glyph->AdvanceX;
    f.ascent = font->Ascent;
  }
  add(codes);
}

void LateGlyphs::add(const std::vector<ImWchar>& codes) {
  for (std::size_t i = 0; i < fonts_.size(); ++i) {
    for (const auto code : codes) stand_in(i, code);
    fonts_[i].font->BuildLookupTable();
  }
}

void LateGlyphs::stand_in(std::size_t font, ImWchar code) {
  auto& f = fonts_[font];
  if (f.font->FindGlyphNoFallback(code) != nullptr) return;
  const auto u = beyond + static_cast<float>(font), v = static_cast<float>(code);
  f.font->AddGlyph(nullptr, code, 0, 0, f.size, f.size, u, v, u, v, narrow(code) ? std::round(f.advance / 2) : f.advance);
}

bool LateGlyphs::find_room(int width, int height, int& x, int& y) {
  if (next_x_ + width > room_.width) next_x_ = 0, next_y_ += row_height_ + margin, row_height_ = 0;
  if (width > room_.width || next_y_ + height > room_.height) return false;
  x = room_.x + next_x_;
  y = room_.y + next_y_;
  next_x_ += width + margin;
  row_height_ = std::max(row_height_, height);
  return true;
}

void LateGlyphs::place(const ImFontAtlas& from, const ImFont& drawn, const Wanted& wanted, std::vector<Pixels>& made) {
  const auto& f = fonts_[wanted.font];
  const auto* source = drawn.FindGlyphNoFallback(wanted.code);
  auto* glyph = const_cast<ImFontGlyph*>(f.font->FindGlyphNoFallback(wanted.code));
  if (glyph == nullptr) return;
  const auto leave_out = [&] {
    glyph->Visible = 0;
    glyph->U0 = glyph->V0 = glyph->U1 = glyph->V1 = 0;
  };
  if (source == nullptr || source->Visible == 0) return leave_out();  // the font has no such glyph, or it is blank
  const auto texel = [](float u, int size) { return static_cast<int>(std::lround(u * static_cast<float>(size))); };
  Pixels p;
  const int x0 = texel(source->U0, from.TexWidth), y0 = texel(source->V0, from.TexHeight);
  p.width = texel(source->U1, from.TexWidth) - x0;
  p.height = texel(source->V1, from.TexHeight) - y0;
  if (!find_room(p.width, p.height, p.x, p.y)) {
    full_ = true;
    return;
  }
  for (int y = 0; y < p.height; ++y) {
    const auto* row = from.TexPixelsAlpha8 + static_cast<std::ptrdiff_t>(y0 + y) * from.TexWidth + x0;
    p.coverage.insert(p.coverage.end(), row, row + p.width);
  }
  // In lines of the other font, both share the base line.
  const float down = std::round(f.font->Ascent) - std::round(f.ascent);
  const auto w = static_cast<float>(atlas_->TexWidth), h = static_cast<float>(atlas_->TexHeight);
  glyph->X0 = source->X0;
  glyph->X1 = source->X1;
  glyph->Y0 = source->Y0 + down;
  glyph->Y1 = source->Y1 + down;
  glyph->U0 = static_cast<float>(p.x) / w;
  glyph->V0 = static_cast<float>(p.y) / h;
  glyph->U1 = static_cast<float>(p.x + p.width) / w;
  glyph->V1 = static_cast<float>(p.y + p.height) / h;
  glyph->AdvanceX = source->AdvanceX;
  f.font->IndexAdvanceX[wanted.code] = source->AdvanceX;
  made.push_back(std::move(p));
}

std::vector<LateGlyphs::Pixels> LateGlyphs::rasterise(ImDrawData& data) {
  std::vector<Pixels> made;
  if (file_ == nullptr || fonts_.empty()) return made;
  std::vector<ImDrawVert*> quads;  // the first corner of each quad
  std::set<Wanted> wanted;
  for (int l = 0; l < data.CmdListsCount; ++l) {
    auto& vertices = data.CmdLists[l]->VtxBuffer;
    for (int i = 0; i + 3 < vertices.Size; ++i) {
      if (vertices[i].uv.x < beyond) continue;
      quads.push_back(&vertices[i]);
      wanted.insert({static_cast<std::size_t>(vertices[i].uv.x - beyond), static_cast<ImWchar>(vertices[i].uv.y)});
      i += 3;
    }
  }
  if (quads.empty()) return made;
  std::map<Look, std::set<ImWchar>> sizes;
  for (const auto& w : wanted) sizes[{fonts_[w.font].size, fonts_[w.font].bold}].insert(w.code);
  {
    Scratch scratch(*file_, face_, sizes);
    unsigned char* pixels = nullptr;
    scratch.atlas.GetTexDataAsAlpha8(&pixels, nullptr, nullptr);
    for (const auto& w : wanted)
      if (const auto* font = scratch.fonts.at({fonts_[w.font].size, fonts_[w.font].bold}); font != nullptr)
        place(scratch.atlas, *font, w, made);
  }
  for (auto* corner : quads) {
    const auto& f = fonts_[static_cast<std::size_t>(corner->uv.x - beyond)];
    const auto* glyph = f.font->FindGlyphNoFallback(static_cast<ImWchar>(corner->uv.y));
    const bool there = glyph != nullptr && glyph->Visible != 0 && glyph->U0 < beyond;
    const auto pen = corner[0].pos;
    const float scale = (corner[2].pos.x - pen.x) / f.size;
    for (int k = 0; k < 4; ++k) {
      const bool right = k == 1 || k == 2, low = k >= 2;
      corner[k].pos = there ? ImVec2{pen.x + (right ? glyph->X1 : glyph->X0) * scale, pen.y + (low ? glyph->Y1 : glyph->Y0) * scale} : pen;
      corner[k].uv = there ? ImVec2{right ? glyph->U1 : glyph->U0, low ? glyph->V1 : glyph->V0} : ImVec2{0, 0};
    }
  }
  return made;
}

#else

void LateGlyphs::begin(ImFontAtlas&, float) {}
void LateGlyphs::laid_out() {}
void LateGlyphs::add_font(ImFont*, float, bool) {}
void LateGlyphs::built(const FontFile&, const std::vector<ImWchar>&) {}
void LateGlyphs::add(const std::vector<ImWchar>&) {}
std::vector<LateGlyphs::Pixels> LateGlyphs::rasterise(ImDrawData&) { return {}; }

#endif

}  // namespace app
