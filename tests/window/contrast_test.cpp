// Text that teaches can be read: 4.5:1 at least, by the definition of the Web Content Accessibility Guidelines 2, against everything
// that it stands on.

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "app/ui/style.hpp"

namespace {

double luminance(ImU32 c) {
  const auto linear = [&](int shift) {
    const double v = ((c >> shift) & 0xFF) / 255.0;
    return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(IM_COL32_R_SHIFT) + 0.7152 * linear(IM_COL32_G_SHIFT) + 0.0722 * linear(IM_COL32_B_SHIFT);
}

double contrast(ImU32 a, ImU32 b) {
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

/// `over` with that opacity on `under`.
ImU32 blended(render::Rgb over, render::Rgb under, double opacity) {
  const auto part = [&](int a, int b) { return static_cast<int>(b + (a - b) * opacity); };
  return IM_COL32(part(over.r, under.r), part(over.g, under.g), part(over.b, under.b), 255);
}

constexpr double least = 4.5;

}  // namespace

TEST_CASE("contrast is that of the guidelines") {
  CHECK(contrast(IM_COL32(0, 0, 0, 255), IM_COL32(255, 255, 255, 255)) == doctest::Approx(21));
  CHECK(contrast(IM_COL32(119, 119, 119, 255), IM_COL32(255, 255, 255, 255)) == doctest::Approx(4.48).epsilon(0.001));
}

TEST_CASE("every ink can be read on everything that text stands on, in both themes") {
  for (const auto theme : {render::ThemeName::light, render::ThemeName::dark}) {
    const auto ink = app::make_ink(render::theme(theme), theme);
    const std::pair<const char*, ImU32> inks[] = {{"text", ink.text},     {"faint", ink.faint}, {"fainter", ink.fainter},
                                                  {"name", ink.name},     {"error", ink.error}, {"function", ink.function},
                                                  {"number", ink.number}, {"good", ink.good},   {"hint", ink.hint},
                                                  {"accent", ink.accent}, {"link", ink.link}};
    const std::pair<const char*, ImU32> grounds[] = {{"panel", ink.panel},       {"page", ink.page},
                                                     {"chip", ink.chip},         {"selected", ink.selected_back},
                                                     {"row mark", ink.row_mark}, {"error", ink.error_back}};
    for (const auto& [name, c] : inks)
      for (const auto& [ground, back] : grounds)
        CHECK_MESSAGE(contrast(c, back) >= least, std::string(name), " on ", std::string(ground), " in ",
                      theme == render::ThemeName::dark ? "dark" : "light", ": ", contrast(c, back));
    CHECK(contrast(ink.accent_text, ink.accent) >= least);
  }
}

TEST_CASE("both lines of a label can be read on every fill, also of the high-contrast palette") {
  for (const auto name : {render::PaletteName::cutescope, render::PaletteName::contrast, render::PaletteName::print})
    for (const auto theme : {render::ThemeName::light, render::ThemeName::dark})
      for (const auto fill : render::palette(name, theme))
        for (const double opacity : {1.0, static_cast<double>(app::second_line_opacity(name))})
          CHECK(contrast(blended(render::theme(theme).text, fill, opacity), app::colour(fill)) >= least);
}
