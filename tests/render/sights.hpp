#pragma once
// Colours as people see them, with all kinds of cones or without one, and how far two of them are apart. Distances are those of CIEDE2000,
// from the formula's publication (Sharma, Wu and Dalal, 2005), which the program does not use.

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "render/theme.hpp"

namespace sights {

using render::Rgb;
using Vector = std::array<double, 3>;
using Sight = std::array<Vector, 3>;

inline constexpr Vector luminances{0.2126729, 0.7151522, 0.0721750};
// Linear sRGB as it is seen without a kind of cones, after Machado, Oliveira and Fernandes (2009), and as a printer of grey has it.
inline constexpr Sight everybody{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
inline constexpr Sight protan{{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
inline constexpr Sight deutan{{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
inline constexpr Sight tritan{{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};
inline constexpr Sight printed_grey{luminances, luminances, luminances};

inline double linear(double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); }
inline double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline double luminance(Rgb c) { return dot(luminances, {linear(c.r / 255.0), linear(c.g / 255.0), linear(c.b / 255.0)}); }

/// Returns CIE Lab under D65 of a colour as that sight sees it.
inline Vector lab(Rgb c, const Sight& sight) {
  const Vector rgb{linear(c.r / 255.0), linear(c.g / 255.0), linear(c.b / 255.0)};
  Vector seen{};
  for (std::size_t i = 0; i < 3; ++i) seen[i] = std::clamp(dot(sight[i], rgb), 0.0, 1.0);
  constexpr Sight to_xyz{{{0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047},
                          {0.2126729, 0.7151522, 0.0721750},
                          {0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883}}};
  Vector f{};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto v = dot(to_xyz[i], seen);
    f[i] = v > 216.0 / 24389 ? std::cbrt(v) : (24389.0 / 27 * v + 16) / 116;
  }
  return {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

/// Returns the distance of two colours.
inline double ciede2000(const Vector& one, const Vector& other) {
  constexpr double degree = std::numbers::pi / 180;
  const auto pow7 = [](double v) { return std::pow(v, 7) / (std::pow(v, 7) + std::pow(25.0, 7)); };
  const auto mean_chroma = (std::hypot(one[1], one[2]) + std::hypot(other[1], other[2])) / 2;
  const auto g = 1 + 0.5 * (1 - std::sqrt(pow7(mean_chroma)));
  const auto c1 = std::hypot(g * one[1], one[2]), c2 = std::hypot(g * other[1], other[2]);
  const auto hue = [&](const Vector& v) {
    const auto h = v[1] == 0 && v[2] == 0 ? 0.0 : std::atan2(v[2], g * v[1]) / degree;
    return h < 0 ? h + 360 : h;
  };
  const auto h1 = hue(one), h2 = hue(other);
  const bool grey = c1 * c2 == 0;
  auto turn = grey ? 0.0 : h2 - h1;
  if (turn > 180) turn -= 360;
  if (turn < -180) turn += 360;
  const auto d_l = other[0] - one[0], d_c = c2 - c1, d_h = 2 * std::sqrt(c1 * c2) * std::sin(turn / 2 * degree);
  const auto l = (one[0] + other[0]) / 2, c = (c1 + c2) / 2;
  auto h = h1 + h2;
  if (!grey) h = std::abs(h1 - h2) <= 180 ? h / 2 : h < 360 ? (h + 360) / 2 : (h - 360) / 2;
  const auto t = 1 - 0.17 * std::cos((h - 30) * degree) + 0.24 * std::cos(2 * h * degree) + 0.32 * std::cos((3 * h + 6) * degree) -
                 0.20 * std::cos((4 * h - 63) * degree);
  const auto s_l = 1 + 0.015 * (l - 50) * (l - 50) / std::sqrt(20 + (l - 50) * (l - 50)), s_c = 1 + 0.045 * c, s_h = 1 + 0.015 * c * t;
  const auto r = -2 * std::sqrt(pow7(c)) * std::sin(60 * std::exp(-std::pow((h - 275) / 25, 2)) * degree);
  return std::sqrt(std::pow(d_l / s_l, 2) + std::pow(d_c / s_c, 2) + std::pow(d_h / s_h, 2) + r * d_c / s_c * d_h / s_h);
}

}  // namespace sights
