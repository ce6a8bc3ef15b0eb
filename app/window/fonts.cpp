// Fonts by fontconfig, rasterised at the sizes that the panels use.

#include <fontconfig/fontconfig.h>

#include <array>
#include <cmath>
#include <memory>

#include "app/window/ui.hpp"

namespace app {
namespace {

struct FontFile {
  std::string path;
  int index = 0;   ///< face within a collection
  bool exact = false;
};

/// The file fontconfig has for a family and weight. `exact` when the family is really that one.
FontFile find_font(const char* family, int weight) {
  FcPattern* pattern = FcPatternCreate();
  FcPatternAddString(pattern, FC_FAMILY, reinterpret_cast<const FcChar8*>(family));
  FcPatternAddInteger(pattern, FC_WEIGHT, weight);
  FcPatternAddInteger(pattern, FC_SLANT, FC_SLANT_ROMAN);
  FcPatternAddBool(pattern, FC_SCALABLE, FcTrue);
  FcPatternAddBool(pattern, FC_VARIABLE, FcFalse);
  FcConfigSubstitute(nullptr, pattern, FcMatchPattern);
  FcDefaultSubstitute(pattern);
  FcResult status;
  FcPattern* match = FcFontMatch(nullptr, pattern, &status);
  FontFile file;
  if (match != nullptr) {
    FcChar8* path = nullptr;
    if (FcPatternGetString(match, FC_FILE, 0, &path) == FcResultMatch) file.path = reinterpret_cast<const char*>(path);
    FcPatternGetInteger(match, FC_INDEX, 0, &file.index);
    FcChar8* found = nullptr;
    if (FcPatternGetString(match, FC_FAMILY, 0, &found) == FcResultMatch)
      file.exact = std::string_view(reinterpret_cast<const char*>(found)).find(family) != std::string_view::npos;
    FcPatternDestroy(match);
  }
  FcPatternDestroy(pattern);
  return file;
}

bool has_cjk(std::string_view text) {
  for (const char c : text)
    if (static_cast<unsigned char>(c) >= 0xE3 && static_cast<unsigned char>(c) <= 0xE9) return true;
  return false;
}

}  // namespace

FontSets load_fonts(ImGuiIO& io, float usual_scale, float stage_scale, const std::string& extra_text) {
  io.Fonts->Clear();
  compat::use_freetype(*io.Fonts);
  const auto inter = find_font("Inter", FC_WEIGHT_REGULAR), inter_bold = find_font("Inter", FC_WEIGHT_DEMIBOLD);
  const auto mono = find_font("JetBrains Mono", FC_WEIGHT_REGULAR), mono_bold = find_font("JetBrains Mono", FC_WEIGHT_BOLD);
  const auto fallback = find_font("DejaVu Sans", FC_WEIGHT_REGULAR);

  // Latin, Greek-free: punctuation, arrows, operators and shapes that the panels print.
  static constexpr std::array<ImWchar, 15> latin{0x20, 0xFF, 0x2010, 0x203A, 0x2070, 0x209F, 0x2190, 0x2199, 0x2200, 0x22FF, 0x2500, 0x25FF, 0x2713, 0x2713, 0};
  auto chinese = std::make_unique<ImVector<ImWchar>>();
  FontFile cjk;
  if (has_cjk(extra_text)) {
    cjk = find_font("Noto Sans CJK SC", FC_WEIGHT_REGULAR);
    ImFontGlyphRangesBuilder builder;
    builder.AddText(extra_text.c_str());
    // Only what Inter does not have.
    for (ImWchar c = 0x20; c < 0x2E80; ++c)
      if (builder.GetBit(c)) builder.UsedChars[static_cast<int>(c >> 5)] &= ~(1u << (c & 31));
    builder.BuildRanges(chinese.get());
  }
  // Sizes below are those of a design tool (the em); ImGui wants ascent + descent.
  float scale = usual_scale;
  const auto face = [&](const FontFile& file, float em, float line_per_em) {
    const float size = std::round(em * line_per_em * scale);
    ImFontConfig config;
    config.OversampleH = 1;
    config.PixelSnapH = true;
    Face f{nullptr, size};
    if (!file.path.empty()) {
      config.FontNo = file.index;
      f.font = io.Fonts->AddFontFromFileTTF(file.path.c_str(), size, &config, latin.data());
    }
    if (f.font == nullptr) {
      ImFontConfig plain;
      plain.SizePixels = std::round(em * scale);
      f = {io.Fonts->AddFontDefault(&plain), plain.SizePixels};
    }
    if (!fallback.path.empty()) {
      // Symbols that the first font lacks.
      static constexpr std::array<ImWchar, 9> symbols{0x2190, 0x2199, 0x2200, 0x22FF, 0x25A0, 0x25FF, 0x2713, 0x2713, 0};
      ImFontConfig merge = config;
      merge.MergeMode = true;
      merge.FontNo = fallback.index;
      io.Fonts->AddFontFromFileTTF(fallback.path.c_str(), std::round(em * 1.1f * scale), &merge, symbols.data());
    }
    if (!cjk.path.empty()) {
      ImFontConfig merge = config;
      merge.MergeMode = true;
      merge.FontNo = cjk.index;
      io.Fonts->AddFontFromFileTTF(cjk.path.c_str(), std::round(em * 1.3f * scale), &merge, chinese->Data);
    }
    return f;
  };
  constexpr float inter_line = 1.21f, mono_line = 1.32f;
  Fonts fonts;
  fonts.ui = face(inter, 13, inter_line);
  fonts.ui_small = face(inter, 12, inter_line);
  fonts.ui_bold = face(inter_bold, 13.5f, inter_line);
  fonts.ui_bold_small = face(inter_bold, 11.5f, inter_line);
  fonts.mono = face(mono, 13.5f, mono_line);
  fonts.mono_small = face(mono, 12, mono_line);
  fonts.mono_tiny = face(mono, 10, mono_line);
  fonts.mono_large = face(mono, 20, mono_line);
  fonts.mono_bold = face(mono_bold, 12, mono_line);
  fonts.label = fonts.mono_small;
  fonts.label_least = fonts.mono_tiny;
  io.FontDefault = fonts.ui.font;
  Fonts stage;
  if (stage_scale > 0) {
    scale = stage_scale;
    stage.ui = stage.ui_small = face(inter, 13, inter_line);
    stage.ui_bold = stage.ui_bold_small = face(inter_bold, 15, inter_line);
    stage.mono = stage.mono_small = face(mono, 13.5f, mono_line);
    stage.mono_bold = face(mono_bold, 13.5f, mono_line);
    stage.mono_tiny = face(mono, 10, mono_line);
    stage.label_least = face(mono, 7, mono_line);
    stage.mono_large = stage.label = face(mono, 19, mono_line);
  }
  io.Fonts->Build();
  return {fonts, stage};
}

}  // namespace app
