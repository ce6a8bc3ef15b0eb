// Tests palettes as seen with one kind of cones missing: any two entries stay apart.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "render/theme.hpp"
#include "tests/render/sights.hpp"

namespace {

using render::PaletteName;
using render::ThemeName;
using namespace sights;

/// The least distance of any two entries, and of two that follow one another; the first follows the last.
struct Distances {
  double any = 1e9, neighbours = 1e9;
};
Distances distances(PaletteName name, ThemeName theme, const Sight& sight) {
  const auto colours = render::palette(name, theme);
  Distances least;
  for (std::size_t i = 0; i < colours.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const auto d = ciede2000(lab(colours[i], sight), lab(colours[j], sight));
      least.any = std::min(least.any, d);
      if (i - j == 1 || i - j == colours.size() - 1) least.neighbours = std::min(least.neighbours, d);
    }
  return least;
}

}  // namespace

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
