// Finds fonts with fontconfig and rasterises them in the sizes that the panels use.

#include "app/ui/fonts.hpp"

#include <fontconfig/fontconfig.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/ui/font_cache.hpp"

namespace app {
namespace {

/// Symbols that panels use in any language.
constexpr const char* always_needed = "…–—•‹›“”‘’·×→←↑↓↔⇒✓✗▾▸▴◂●○◉◎■□≈≠≤≥∘⊕−∞⌀½¼µ°₀₁₂₃₄₅₆₇₈₉";

/// Returns codes as ImGui's ranges, with adjacent codes joined.
std::vector<ImWchar> ranges_of(const std::vector<ImWchar>& codes, std::vector<ImWchar> ranges) {
  for (const auto c : codes) {
    if (!ranges.empty() && ranges.back() + 1 == c) ranges.back() = c;
    else ranges.insert(ranges.end(), {c, c});
  }
  ranges.push_back(0);
  return ranges;
}

}  // namespace

Fonts scaled(Fonts fonts, float by) {
  for (auto* face : {&fonts.ui, &fonts.ui_small, &fonts.ui_bold, &fonts.ui_bold_small, &fonts.mono, &fonts.mono_small, &fonts.mono_tiny,
                     &fonts.mono_large, &fonts.mono_bold, &fonts.label, &fonts.label_least, &fonts.label_most, &fonts.reading})
    face->size *= by;
  return fonts;
}

FontSets load_fonts(FontCache& cache, ImGuiIO& io, FontScales scales) {
  cache.need(always_needed);
  io.Fonts->Clear();
  io.Fonts->Flags |= ImFontAtlasFlags_NoPowerOfTwoHeight;  // which would waste memory for a large atlas
  compat::use_freetype(*io.Fonts);
  const auto inter = cache.find("Inter", FC_WEIGHT_REGULAR), inter_bold = cache.find("Inter", FC_WEIGHT_DEMIBOLD);
  const auto mono = cache.find("JetBrains Mono", FC_WEIGHT_REGULAR), mono_bold = cache.find("JetBrains Mono", FC_WEIGHT_BOLD);
  const auto fallback = cache.find("DejaVu Sans", FC_WEIGHT_REGULAR);
  const auto symbols = cache.symbols(), chinese = cache.chinese();
  const auto cjk = chinese.empty() ? FontFile{} : cache.find("Noto Sans CJK SC", FC_WEIGHT_REGULAR);
  const auto latin_ranges = ranges_of(symbols, {0x20, 0xFF}), symbol_ranges = ranges_of(symbols, {}),
             chinese_ranges = ranges_of(chinese, {});
  const std::vector<ImWchar> ascii{0x20, 0x7E, 0};  // ranges are read when the atlas is built
  // A file is used by nine or more faces, so it is mapped once, and read only as far as its glyphs are used.
  if (!compat::keeps_font_files) cache.late.begin(*io.Fonts, std::max({scales.usual, scales.stage, scales.canvas}));
  const auto add = [&](const FontFile& file, float size, ImFontConfig config, const std::vector<ImWchar>& ranges) -> ImFont* {
    if (file.path.empty() || ranges.size() < 2) return nullptr;
    const auto& mapped = cache.map(file.path);
    if (mapped.data() == nullptr) return nullptr;
    config.FontNo = file.index;
    config.FontDataOwnedByAtlas = compat::claims_font_files;
    return io.Fonts->AddFontFromMemoryTTF(mapped.data(), mapped.size(), size, &config, ranges.data());
  };
  // Sizes below are em sizes, as in design tools; ImGui takes ascent + descent.
  float scale = scales.usual;
  const auto face = [&](const FontFile& file, float em, float line_per_em) {
    const float size = std::round(em * line_per_em * scale);
    ImFontConfig config;
    config.OversampleH = 1;
    config.PixelSnapH = true;
    Face f{add(file, size, config, latin_ranges), size};
    if (f.font == nullptr) {
      ImFontConfig plain;
      plain.SizePixels = std::round(em * scale);
      f = {io.Fonts->AddFontDefault(&plain), plain.SizePixels};
    }
    // Symbols that the first font lacks, and Chinese.
    config.MergeMode = true;
    add(fallback, std::round(em * 1.1f * scale), config, symbol_ranges);
    const float chinese_size = std::round(em * 1.3f * scale);
    const bool bold = file.path == inter_bold.path && inter_bold.path != inter.path;
    if (bold) compat::embolden(config);
    if (compat::keeps_font_files) add(cjk, chinese_size, config, chinese_ranges);
    else cache.late.add_font(f.font, chinese_size, bold);
    return f;
  };
  constexpr float inter_line = 1.21f, mono_line = 1.32f;
  const auto window_set = [&](float at) {
    scale = at;
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
    return fonts;
  };
  const auto fonts = window_set(scales.usual);
  io.FontDefault = fonts.ui.font;
  const auto canvas = scales.canvas > 0 ? window_set(scales.canvas) : Fonts{};
  Fonts stage;
  if (scales.stage > 0) {
    scale = scales.stage;
    stage.ui = stage.ui_small = face(inter, 13, inter_line);
    stage.ui_bold = stage.ui_bold_small = face(inter_bold, 15, inter_line);
    stage.mono = stage.mono_small = face(mono, 13.5f, mono_line);
    stage.mono_bold = face(mono_bold, 13.5f, mono_line);
    stage.mono_tiny = face(mono, 11, mono_line);
    stage.label_least = face(mono, 7, mono_line);
    stage.mono_large = stage.label = face(mono, 19, mono_line);
    stage.reading = face(inter, 20, inter_line);
    const float most = std::round(36 * mono_line * scale);
    ImFontConfig config;
    config.OversampleH = 1;
    config.PixelSnapH = true;
    stage.label_most = {add(mono, most, config, ascii), most};
    if (stage.label_most.font == nullptr) stage.label_most = stage.label;
  }
  compat::build(
      *io.Fonts, [&](const void* data) { return cache.has_mapped(data); }, [&] { cache.late.laid_out(); });
  if (!compat::keeps_font_files) {
    cache.forget_files();
    if (!chinese.empty()) cache.late.built(cjk, chinese);
    cache.more_chinese = false;
  }
  return {fonts, stage, canvas};
}

}  // namespace app
