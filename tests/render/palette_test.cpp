// Palettes as people see them who lack one kind of cones: any two entries stay apart.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "render/theme.hpp"

namespace {

using render::PaletteName;
using render::Rgb;
using render::ThemeName;
using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

// Linear sRGB as it is seen without a kind of cones, after Machado, Oliveira and Fernandes (2009), at full severity.
constexpr Matrix everybody{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr Matrix protan{{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix deutan{{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix tritan{{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};

Vector times(const Matrix& m, const Vector& v) {
  Vector result{};
  for (std::size_t i = 0; i < 3; ++i) result[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
  return result;
}

double linear(double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); }

/// CIE Lab under D65 of what is left of a colour.
Vector lab(Rgb c, const Matrix& sight) {
  auto rgb = times(sight, {linear(c.r / 255.0), linear(c.g / 255.0), linear(c.b / 255.0)});
  for (auto& v : rgb) v = std::clamp(v, 0.0, 1.0);
  constexpr Matrix to_xyz{{{0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047},
                           {0.2126729, 0.7151522, 0.0721750},
                           {0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883}}};
  auto xyz = times(to_xyz, rgb);
  for (auto& v : xyz) v = v > 0.008856 ? std::cbrt(v) : 7.787 * v + 16.0 / 116;
  return {116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])};
}

/// The least distance (CIE 1976) of any two entries.
double least_distance(PaletteName name, ThemeName theme, const Matrix& sight) {
  const auto colours = render::palette(name, theme);
  double least = 1e9;
  for (std::size_t i = 0; i < colours.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const auto a = lab(colours[i], sight), b = lab(colours[j], sight);
      least = std::min(least, std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
    }
  return least;
}

double luminance(Rgb c) { return 0.2126 * linear(c.r / 255.0) + 0.7152 * linear(c.g / 255.0) + 0.0722 * linear(c.b / 255.0); }

}  // namespace

TEST_CASE("the colour-blind tell any two colours of a palette apart") {
  // 2.3 is a difference that one just notices with the two side by side.
  for (const auto name : {PaletteName::cutescope, PaletteName::contrast, PaletteName::print})
    for (const auto theme : {ThemeName::light, ThemeName::dark}) {
      CAPTURE(static_cast<int>(name));
      CAPTURE(static_cast<int>(theme));
      for (const auto& sight : {everybody, protan, deutan, tritan}) CHECK(least_distance(name, theme, sight) >= 5.4);
    }
}

TEST_CASE("the print palette stays apart without any colour") {
  const auto colours = render::palette(PaletteName::print, ThemeName::print);
  for (std::size_t i = 0; i < colours.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) CHECK(std::abs(luminance(colours[i]) - luminance(colours[j])) > 0.015);
}

TEST_CASE("labels can be read on every fill") {
  // Greys go from white to nearly black: their labels change colour in figures.
  for (const auto name : {PaletteName::cutescope, PaletteName::cute, PaletteName::contrast, PaletteName::print})
    for (const auto theme : {ThemeName::light, ThemeName::dark, ThemeName::print})
      for (const auto fill : render::palette(name, theme)) {
        const auto a = luminance(fill), b = luminance(render::theme(theme).text);
        CAPTURE(static_cast<int>(name));
        CAPTURE(static_cast<int>(theme));
        CHECK((std::max(a, b) + 0.05) / (std::min(a, b) + 0.05) >= 4.5);
      }
}
