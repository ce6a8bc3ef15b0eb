// Palettes as people see them who lack one kind of cones: any two entries stay apart.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

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

/// The distance of two colours by CIEDE2000, after Sharma, Wu and Dalal (2005).
double distance(const Vector& a, const Vector& b) {
  constexpr double degree = std::numbers::pi / 180, turn = 360 * degree;
  const auto seventh = [](double c) { return std::sqrt(std::pow(c, 7) / (std::pow(c, 7) + std::pow(25.0, 7))); };
  const double g = 1.5 - 0.5 * seventh((std::hypot(a[1], a[2]) + std::hypot(b[1], b[2])) / 2);
  const double c1 = std::hypot(g * a[1], a[2]), c2 = std::hypot(g * b[1], b[2]), c = (c1 + c2) / 2;
  const auto hue = [&](const Vector& v) {
    const double h = v[1] == 0 && v[2] == 0 ? 0 : std::atan2(v[2], g * v[1]);
    return h < 0 ? h + turn : h;
  };
  const double h1 = hue(a), h2 = hue(b);
  const bool grey = c1 * c2 == 0;
  double between = grey ? 0 : h2 - h1, h = h1 + h2;
  if (!grey) {
    if (std::abs(h1 - h2) > turn / 2) {
      between += between > 0 ? -turn : turn;
      h += h < turn ? turn : -turn;
    }
    h /= 2;
  }
  const double t = 1 - 0.17 * std::cos(h - 30 * degree) + 0.24 * std::cos(2 * h) + 0.32 * std::cos(3 * h + 6 * degree) -
                   0.2 * std::cos(4 * h - 63 * degree);
  const double middle = ((a[0] + b[0]) / 2 - 50) * ((a[0] + b[0]) / 2 - 50);
  const double lightness = (b[0] - a[0]) / (1 + 0.015 * middle / std::sqrt(20 + middle));
  const double chroma = (c2 - c1) / (1 + 0.045 * c);
  const double tint = 2 * std::sqrt(c1 * c2) * std::sin(between / 2) / (1 + 0.015 * c * t);
  const double rotation = -2 * seventh(c) * std::sin(60 * degree * std::exp(-std::pow((h / degree - 275) / 25, 2)));
  return std::sqrt(lightness * lightness + chroma * chroma + tint * tint + rotation * chroma * tint);
}

/// The least distance of any two entries, and of two that follow one another; the first follows the last.
struct Distances {
  double any = 1e9, neighbours = 1e9;
};
Distances distances(PaletteName name, ThemeName theme, const Matrix& sight) {
  const auto colours = render::palette(name, theme);
  Distances least;
  for (std::size_t i = 0; i < colours.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const auto d = distance(lab(colours[i], sight), lab(colours[j], sight));
      least.any = std::min(least.any, d);
      if (i - j == 1 || i - j == colours.size() - 1) least.neighbours = std::min(least.neighbours, d);
    }
  return least;
}

double luminance(Rgb c) { return 0.2126 * linear(c.r / 255.0) + 0.7152 * linear(c.g / 255.0) + 0.0722 * linear(c.b / 255.0); }

}  // namespace

TEST_CASE("the distance of two colours is that of the pairs which the formula was published with") {
  CHECK(distance({50, 2.6772, -79.7751}, {50, 0, -82.7485}) == doctest::Approx(2.0425).epsilon(0.0001));
  CHECK(distance({50, -1, 2}, {50, 0, 0}) == doctest::Approx(2.3669).epsilon(0.0001));
  CHECK(distance({50, 2.49, -0.001}, {50, -2.49, 0.0011}) == doctest::Approx(7.2195).epsilon(0.0001));
  CHECK(distance({60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}) == doctest::Approx(1.2644).epsilon(0.0001));
  CHECK(distance({22.7233, 20.0904, -46.694}, {23.0331, 14.973, -42.5619}) == doctest::Approx(2.0373).epsilon(0.0001));
}

TEST_CASE("the colour-blind tell any two colours of a palette apart, and neighbours at a glance") {
  for (const auto name : {PaletteName::cutescope, PaletteName::contrast, PaletteName::print})
    for (const auto theme : {ThemeName::light, ThemeName::dark, ThemeName::print}) {
      CAPTURE(static_cast<int>(name));
      CAPTURE(static_cast<int>(theme));
      for (const auto& sight : {everybody, protan, deutan, tritan}) {
        const auto least = distances(name, theme, sight);
        CHECK(least.any >= 7);
        CHECK(least.neighbours >= 10);
      }
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
