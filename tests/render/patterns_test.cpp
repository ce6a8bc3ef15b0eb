// Print without colours: greys and patterns tell cells apart, and the legend has the same.

#include "render/patterns.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "picture_of.hpp"
#include "render/figure.hpp"
#include "tests/choices.hpp"

namespace {

using namespace render;

std::string svg(const Diagram& d) {
  Figure f;
  f.panels.push_back({d, "", ""});
  FigureOptions o;
  o.page.theme = ThemeName::grey;
  o.legend = true;
  const auto made = figure_bytes(f, o);
  REQUIRE(made);
  return *made;
}

}  // namespace

TEST_CASE("no two fills of the grey theme have the same grey and the same pattern") {
  for (const auto name : all_palettes) {
    for (const auto fills : {palette(name, ThemeName::grey), ramp(name, ThemeName::grey)}) {
      std::set<std::pair<int, Pattern>> seen;
      std::set<int> greys;
      for (std::size_t i = 0; i < fills.size(); ++i) {
        CHECK(fills[i].r == fills[i].g);
        CHECK(fills[i].g == fills[i].b);
        seen.emplace(fills[i].r, pattern_of(ThemeName::grey, i));
        greys.insert(fills[i].r);
        // The pattern can be seen on its grey.
        CHECK(fills[i].r - pattern_ink(fills[i]).r > 60);
      }
      CHECK(seen.size() == fills.size());
      for (auto it = greys.begin(); it != greys.end() && std::next(it) != greys.end(); ++it) CHECK(*std::next(it) - *it >= 20);
    }
  }
  for (std::size_t i = 0; i < 32; ++i) CHECK(pattern_of(ThemeName::print, i) == Pattern::none);
}

TEST_CASE("a grey figure has no colour, and its legend the patterns of its cells") {
  View view;
  const auto text =
      svg(picture_of("(8,8):(8,1)", "A", view)) + svg(picture_of("SM90_64x16x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>", "B"));
  const std::regex colour("#([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})");
  int seen = 0;
  for (std::sregex_iterator it(text.begin(), text.end(), colour), end; it != end; ++it, ++seen) {
    CHECK((*it)[1] == (*it)[2]);
    CHECK((*it)[2] == (*it)[3]);
  }
  CHECK(seen > 20);
}

TEST_CASE("a pattern's lines stay within their rectangle, and those of neighbours go on") {
  for (std::size_t i = 0; i < pattern_count; ++i) {
    const auto pattern = pattern_of(ThemeName::grey, i);
    std::vector<Segment> lines, both, right;
    add_pattern(lines, pattern, 10, 20, 40, 50, 4);
    CHECK(lines.empty() == (pattern == Pattern::none));
    double length = 0;
    for (const auto& s : lines) {
      for (const auto x : {s.x0, s.x1}) CHECK((x >= 10 - 1e-9 && x <= 40 + 1e-9));
      for (const auto y : {s.y0, s.y1}) CHECK((y >= 20 - 1e-9 && y <= 50 + 1e-9));
      length += std::hypot(s.x1 - s.x0, s.y1 - s.y0);
    }
    if (pattern == Pattern::dots) continue;
    // As much of it in one rectangle as in its halves.
    add_pattern(right, pattern, 25, 20, 40, 50, 4);
    add_pattern(right, pattern, 10, 20, 25, 50, 4);
    double halves = 0;
    for (const auto& s : right) halves += std::hypot(s.x1 - s.x0, s.y1 - s.y0);
    CHECK(halves == doctest::Approx(length));
  }
}
