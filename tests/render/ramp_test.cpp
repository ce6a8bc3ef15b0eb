// Tests the 32 fills of banks and of the threads of a warp: any two differ visibly, for every kind of colour vision and printed in grey.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <set>

#include "render/colourings.hpp"
#include "render/legend.hpp"
#include "render/theme.hpp"
#include "tests/choices.hpp"
#include "tests/render/sights.hpp"

namespace {

using render::PaletteName;
using render::Rgb;
using render::ThemeName;
using namespace sights;

/// One just notices it with the two side by side.
constexpr double just_noticeable = 1.0;

double least_distance(std::span<const Rgb> fills, const Sight& sight) {
  double least = 1e9;
  for (std::size_t i = 0; i < fills.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) least = std::min(least, ciede2000(lab(fills[i], sight), lab(fills[j], sight)));
  return least;
}

constexpr std::array all_themes{ThemeName::light, ThemeName::dark, ThemeName::print};

}  // namespace

TEST_CASE("CIEDE2000 is what its publication has") {
  const auto distance = [](Vector a, Vector b) { return ciede2000(a, b); };
  CHECK(distance({50, 2.6772, -79.7751}, {50, 0, -82.7485}) == doctest::Approx(2.0425).epsilon(1e-4));
  CHECK(distance({50, 0, 0}, {50, -1, 2}) == doctest::Approx(2.3669).epsilon(1e-4));
  CHECK(distance({50, 2.5, 0}, {73, 25, -18}) == doctest::Approx(27.1492).epsilon(1e-4));
  CHECK(distance({60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}) == doctest::Approx(1.2644).epsilon(1e-4));
  CHECK(distance({50, -1, 2}, {50, 0, 0}) == doctest::Approx(2.3669).epsilon(1e-4));
  CHECK(distance({50, 2.49, -0.001}, {50, -2.49, 0.0011}) == doctest::Approx(7.2195).epsilon(1e-4));
  CHECK(distance({22.7233, 20.0904, -46.694}, {23.0331, 14.973, -42.5619}) == doctest::Approx(2.0373).epsilon(1e-4));
  CHECK(distance({2.0776, 0.0795, -1.1350}, {0.9033, -0.0636, -0.5514}) == doctest::Approx(0.9082).epsilon(1e-4));
}

TEST_CASE("any two of the 32 fills differ by more than one just notices, in each palette and theme, and for the colour-blind") {
  for (const auto name : all_palettes)
    for (const auto theme : all_themes) {
      CAPTURE(static_cast<int>(name));
      CAPTURE(static_cast<int>(theme));
      const auto fills = render::ramp(name, theme);
      REQUIRE(fills.size() == 32);
      CHECK(least_distance(fills, everybody) >= (name == PaletteName::greys ? just_noticeable : 2 * just_noticeable));
      for (const auto& sight : {protan, deutan, tritan}) CHECK(least_distance(fills, sight) >= just_noticeable);
    }
}

TEST_CASE("on paper any two of the 32 fills differ without colour, each darker than the one before") {
  for (const auto name : all_palettes) {
    CAPTURE(static_cast<int>(name));
    const auto fills = render::ramp(name, ThemeName::print);
    CHECK(least_distance(fills, printed_grey) >= 0.95 * just_noticeable);
    for (std::size_t k = 1; k < fills.size(); ++k) CHECK(luminance(fills[k]) < luminance(fills[k - 1]));
  }
}

TEST_CASE("labels can be read on each of the 32 fills") {
  for (const auto name : all_palettes)
    for (const auto theme : all_themes) {
      if (name == PaletteName::greys) continue;  // their labels change colour in figures
      CAPTURE(static_cast<int>(name));
      CAPTURE(static_cast<int>(theme));
      for (const auto fill : render::ramp(name, theme)) {
        const auto a = luminance(fill), b = luminance(render::theme(theme).text);
        CHECK((std::max(a, b) + 0.05) / (std::min(a, b) + 0.05) >= 4.5);
      }
    }
}

TEST_CASE("banks and threads have 32 colours, and the legend names each by one key") {
  using algebra::IntTuple;
  const algebra::Layout row(IntTuple(std::int64_t{64}), IntTuple(std::int64_t{1}));
  render::View view;
  view.colour_by = colouring("bank");
  auto d = *render::describe(row, "A", view);
  std::set<int> seen;
  for (std::int64_t c = 0; c < 32; ++c) seen.insert(render::palette_entry(d, 0, c));
  CHECK(seen.size() == 32);
  CHECK(render::palette_entry(d, 0, 33) == render::palette_entry(d, 0, 1));
  const auto legend = render::legend_of(d).items;
  REQUIRE(legend.size() == 32);
  CHECK(legend[24].keys == "24");

  const algebra::Layout owners(IntTuple::tuple({IntTuple(std::int64_t{64}), IntTuple(std::int64_t{1})}),
                               IntTuple::tuple({IntTuple(std::int64_t{1}), IntTuple(std::int64_t{0})}));
  view.colour_by = render::ColourBy::thread;
  render::Context context;
  context.owners = owners;
  d = *render::describe(row, "A", view, context);
  CHECK(render::palette_entry(d, 0, 8) != render::palette_entry(d, 0, 0));
  CHECK(render::palette_entry(d, 0, 32) == render::palette_entry(d, 0, 0));
  // Without owners it is coloured by index, which has the palette's eight.
  CHECK(render::fills_of(*render::describe(row, "A", view), ThemeName::light).size() == 8);
}
