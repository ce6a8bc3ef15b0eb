// Makes 32 fills for the banks of shared memory and the threads of a warp: the hues of a palette repeated, with lightness falling in equal
// steps from the page towards its ink. Any two differ in hue or by eight steps of lightness; without colour, in lightness alone.

#include <algorithm>
#include <array>
#include <cmath>

#include "render/theme.hpp"

namespace render {
namespace {

using Vector = std::array<double, 3>;
using Ramp = std::array<Rgb, ramp_size>;

constexpr int palettes = 5, themes = 3;

double linear(double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); }
double encoded(double v) { return v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - 0.055; }

// Convert to CIE Lab under D65, and back to linear sRGB.
Vector lab_of(Rgb c) {
  const double r = linear(c.r / 255.0), g = linear(c.g / 255.0), b = linear(c.b / 255.0);
  const auto f = [](double v) { return v > 0.008856 ? std::cbrt(v) : 7.787 * v + 16.0 / 116; };
  const auto x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047), y = f(0.2126729 * r + 0.7151522 * g + 0.0721750 * b),
             z = f((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

Vector linear_of(Vector lab) {
  const auto f = [](double v) { return v * v * v > 0.008856 ? v * v * v : (v - 16.0 / 116) / 7.787; };
  const auto at = (lab[0] + 16) / 116;
  const auto x = 0.95047 * f(at + lab[1] / 500), y = f(at), z = 1.08883 * f(at - lab[2] / 200);
  return {3.2404542 * x - 1.5371385 * y - 0.4985314 * z, -0.9692660 * x + 1.8760108 * y + 0.0415560 * z,
          0.0556434 * x - 0.2040259 * y + 1.0572252 * z};
}

bool on_screen(const Vector& rgb) {
  return std::ranges::all_of(rgb, [](double v) { return v > -1e-6 && v < 1 + 1e-6; });
}

Rgb rgb_of(const Vector& rgb) {
  const auto byte = [](double v) { return static_cast<std::uint8_t>(std::lround(255 * encoded(std::clamp(v, 0.0, 1.0)))); };
  return {byte(rgb[0]), byte(rgb[1]), byte(rgb[2])};
}

/// Returns the lightness per visible step, by CIEDE2000.
double weight(double lightness) {
  const auto d = (lightness - 50) * (lightness - 50);
  return 1 + 0.015 * d / std::sqrt(20 + d);
}

/// Returns lightnesses from `first` towards `last`, in visually equal steps.
std::array<double, ramp_size> lightnesses(double first, double last) {
  std::array<double, ramp_size> result{};
  const auto fill = [&](double step) {
    result[0] = first;
    for (std::size_t k = 1; k < ramp_size; ++k) {
      const auto next = result[k - 1] + step * weight(result[k - 1]);
      result[k] = result[k - 1] + step * weight((result[k - 1] + next) / 2);
    }
    return result.back();
  };
  const double sign = last > first ? 1 : -1;
  double low = 0.1, high = 4;
  for (int i = 0; i < 40; ++i) {
    const double middle = (low + high) / 2;
    ((fill(sign * middle) - last) * sign > 0 ? high : low) = middle;
  }
  fill(sign * low);
  return result;
}

struct Recipe {
  std::array<std::size_t, 8> hues;  ///< entries of the palette, ordered so that neighbours differ for the colour-blind
  double chroma = 1;                ///< relative to the palette's own
};

Recipe recipe_of(PaletteName name) {
  switch (name) {
    case PaletteName::cute: return {{7, 2, 4, 3, 1, 0, 5, 6}};
    case PaletteName::greys: return {{0, 1, 2, 3, 4, 5, 6, 7}};
    case PaletteName::contrast: return {{5, 1, 2, 0, 6, 4, 3, 7}, 0.75};
    case PaletteName::print: return {{2, 0, 3, 5, 6, 1, 7, 4}};
    case PaletteName::cutescope: break;
  }
  return {{7, 5, 1, 0, 6, 4, 2, 3}};
}

/// Returns the lightness of the first and the last fill. Labels must be readable on all of them; greys take a wider range, and change their
/// labels' colour.
std::pair<double, double> range(PaletteName name, ThemeName theme_name) {
  if (name == PaletteName::greys) return theme_name == ThemeName::dark ? std::pair{0.0, 50.0} : std::pair{100.0, 33.0};
  switch (theme_name) {
    case ThemeName::dark: return {8, 44};
    case ThemeName::print: return {98.5, 49.2};
    case ThemeName::grey:
    case ThemeName::light: break;
  }
  return {98.5, 60};
}

Ramp made(PaletteName name, ThemeName theme_name) {
  const auto base = palette(name, theme_name);
  const auto recipe = recipe_of(name);
  const auto [first, last] = range(name, theme_name);
  const auto lightness = lightnesses(first, last);
  Ramp ramp;
  for (std::size_t k = 0; k < ramp_size; ++k) {
    const auto own = lab_of(base[recipe.hues[k % 8]]);
    Vector lab{lightness[k], own[1] * recipe.chroma, own[2] * recipe.chroma};
    // Reduces the chroma until a screen can show the colour.
    while (!on_screen(linear_of(lab))) lab[1] *= 0.97, lab[2] *= 0.97;
    ramp[k] = rgb_of(linear_of(lab));
  }
  return ramp;
}

}  // namespace

std::span<const Rgb> ramp(PaletteName name, ThemeName theme_name) {
  if (theme_name == ThemeName::grey) {
    // A darker grey for each eight patterns.
    static const auto greys = [] {
      Ramp fills;
      for (std::size_t k = 0; k < ramp_size; ++k) {
        const auto v = static_cast<std::uint8_t>(255 - 28 * (k / 8));
        fills[k] = {v, v, v};
      }
      return fills;
    }();
    return greys;
  }
  static const auto all = [] {
    std::array<std::array<Ramp, themes>, palettes> ramps;
    for (std::size_t p = 0; p < palettes; ++p)
      for (std::size_t t = 0; t < themes; ++t) ramps[p][t] = made(static_cast<PaletteName>(p), static_cast<ThemeName>(t));
    return ramps;
  }();
  return all[static_cast<std::size_t>(name)][static_cast<std::size_t>(theme_name)];
}

}  // namespace render
