#include "render/swizzle_figure.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "render/figure_layout.hpp"
#include "render/legend.hpp"
#include "render/theme.hpp"
#include "tests/render/tuples.hpp"

namespace {

using algebra::ComposedLayout;
using algebra::IntTuple;
using algebra::Layout;
using algebra::Swizzle;
using render::describe;

using namespace tuples;
ComposedLayout rows_behind(Swizzle s, std::int64_t rows, std::int64_t columns) {
  return {{s, {}}, Layout(t({n(rows), n(columns)}), t({n(columns), n(1)}))};
}

/// Returns the 16-byte group of its 128 bytes into which the hardware puts an address, as CUDA's documentation describes the 128, 64 and 32
/// byte modes: address bits 4 to 6 are XORed with bits 7 to 9, 7 and 8, or 7.
int group_in_hardware(int address, int mode) {
  const int row = address / 128 % 8;
  return address / 16 % 8 ^ (mode == 128 ? row : mode == 64 ? row % 4 : row % 2);
}

std::set<std::string> swatches(const render::FigureLayout& layout) {
  std::set<std::string> colours;
  for (const auto& s : layout.swatches) colours.insert(fmt::format("{:02X}{:02X}{:02X}", s.colour.r, s.colour.g, s.colour.b));
  return colours;
}

}  // namespace

TEST_CASE("the figure of a swizzle of shared memory has the bank groups of the hardware, before and after") {
  for (const auto& [mode, bits] : {std::pair{128, 3}, {64, 2}, {32, 1}}) {
    // An atom's rows of halves: 64, 32 or 16.
    const int columns = mode / 2;
    render::View view;
    view.element_bits = 16;
    const auto figure = render::swizzle_figure(rows_behind({bits, 3, 3}, 16, columns), "S", view);
    REQUIRE(figure);
    const auto& before = *figure->panels[0].diagram;
    const auto& after = *figure->panels[1].diagram;
    REQUIRE(before.rows.extent == 16);
    REQUIRE(before.columns.extent == columns / 8);
    CHECK(after.rows.extent == before.rows.extent);
    CHECK(after.columns.extent == before.columns.extent);
    for (int r = 0; r < 16; ++r)
      for (int c = 0; c < columns / 8; ++c) {
        const int address = (r * columns + 8 * c) * 2;
        CHECK(before.colour_key(r, c) % 8 == address / 16 % 8);
        CHECK(after.colour_key(r, c) % 8 == group_in_hardware(address, mode));
      }
  }
}

TEST_CASE("elements whose width nobody says are in pieces of 16 bytes, and the row, the lines and the bits are those of the lesson") {
  const auto figure = render::swizzle_figure(rows_behind({3, 3, 3}, 8, 64), "S", {});
  REQUIRE(figure);
  REQUIRE(figure->panels.size() == 5);
  CHECK(figure->panels[0].caption == "before: a cell is 8 elements, 16 B");
  const auto& before = *figure->panels[0].diagram;
  const auto& after = *figure->panels[1].diagram;
  for (int r = 0; r < 8; ++r)
    for (int c = 0; c < 8; ++c) {
      CHECK(before.label(r, c) == std::to_string(8 * r + c));
      CHECK(after.label(r, c) == std::to_string(8 * r + (r ^ c)));
      CHECK(render::palette_entry(before, r, c) == c);
      CHECK(render::palette_entry(after, r, c) == (r ^ c));
    }
  // Row 3: piece c goes to the place of c xor 3.
  REQUIRE(figure->lines.size() == 8);
  int accents = 0;
  for (const auto& line : figure->lines) {
    CHECK(line.to.column == (line.from.column ^ 3));
    CHECK(figure->panels[line.from.panel].diagram->label(0, line.from.column) ==
          figure->panels[line.to.panel].diagram->label(0, line.to.column));
    if (!line.accent) continue;
    ++accents;
    CHECK(line.from.column == 1);
  }
  CHECK(accents == 1);
  // 200 = 3·64 + 1·8 goes to 208: lesson 18.
  const auto& bits = *figure->panels[4].diagram;
  CHECK(bits.rows.names == std::vector<std::string>{"200", "208"});
  std::string read[2];
  for (int r = 0; r < 2; ++r)
    for (int c = 0; c < bits.columns.extent; ++c) read[r] += bits.label(r, c);
  CHECK(read[0] == "011001000");
  CHECK(read[1] == "011010000");
  REQUIRE(bits.callouts.size() == 3);
  CHECK(bits.columns.names[static_cast<std::size_t>(bits.callouts[1].column)] == "5");
  CHECK(bits.table[1].place == "3–5");
}

TEST_CASE("its lines run from cell to cell on the page, and its legend names every colour that is drawn") {
  const auto figure = render::swizzle_figure(rows_behind({3, 3, 3}, 8, 64), "S", {});
  REQUIRE(figure);
  for (const double width : {0.0, 8.5, 25.4}) {
    render::FigureOptions o;
    o.width_cm = width;
    const auto layout = render::lay_out(*figure, o);
    REQUIRE(layout.grids.size() == 5);
    CHECK(layout.grids[0].cell == doctest::Approx(layout.grids[1].cell));
    REQUIRE(layout.lines.size() == 8);
    for (const auto& line : layout.lines) {
      CHECK(line.segment.y0 > layout.grids[2].y);
      CHECK(line.segment.y0 < layout.grids[3].y);
      CHECK(line.segment.y1 == doctest::Approx(layout.grids[3].y + layout.grids[3].height - layout.grids[3].cell).epsilon(0.02));
      CHECK(line.segment.x0 > layout.grids[2].x);
      CHECK(line.segment.x0 < layout.grids[2].x + layout.grids[2].width);
    }
    const auto named = swatches(layout);
    CHECK(named.size() == 8);
    for (const auto& g : layout.grids)
      for (std::int64_t r = 0; r < g.diagram.rows.extent; ++r)
        for (std::int64_t c = 0; c < g.diagram.columns.extent; ++c)
          if (const auto entry = render::palette_entry(g.diagram, r, c); entry >= 0) {
            const auto fill = render::fills_of(g.diagram, o.page.theme)[static_cast<std::size_t>(entry)];
            CHECK(named.contains(fmt::format("{:02X}{:02X}{:02X}", fill.r, fill.g, fill.b)));
          }
  }
}

TEST_CASE("pieces that run down are a column's; a swizzle of single elements has cells of one") {
  const ComposedLayout down{{Swizzle{3, 3, 3}, {}}, Layout(t({n(64), n(8)}), t({n(1), n(64)}))};
  const auto figure = render::swizzle_figure(down, "S", {});
  REQUIRE(figure);
  CHECK(figure->panels[0].diagram->rows.extent == 8);
  REQUIRE(figure->lines.size() == 8);
  for (const auto& line : figure->lines) CHECK(line.to.column == (line.from.column ^ 3));
  CHECK(figure->panels[3].caption == "column 3, before and after");

  const auto single = render::swizzle_figure(rows_behind({2, 0, 2}, 4, 4), "W", {});
  REQUIRE(single);
  CHECK(single->panels[0].diagram->columns.extent == 4);
  CHECK(single->panels[1].diagram->label(1, 0) == "5");

  // Swizzle<5,0,5> spreads a row over 32 places: banks, in 32 colours.
  const auto banks = render::swizzle_figure(rows_behind({5, 0, 5}, 32, 32), "X", {});
  REQUIRE(banks);
  for (int r = 0; r < 32; ++r)
    for (int c = 0; c < 32; ++c) CHECK(render::palette_entry(*banks->panels[1].diagram, r, c) == (r ^ c));
  // A layout that does not keep the pieces together has cells of elements.
  const ComposedLayout apart{{Swizzle{3, 3, 3}, {}}, Layout(t({n(8), n(8)}), t({n(3), n(24)}))};
  const auto elements = render::swizzle_figure(apart, "E", {});
  REQUIRE(elements);
  CHECK(elements->panels[0].diagram->rows.extent == 8);
  CHECK_FALSE(render::swizzle_figure(Layout(t({n(8), n(8)}), t({n(8), n(1)})), "", {}));
}

TEST_CASE("the card of a swizzled layout is coloured by the pieces that the swizzle moves") {
  const auto d = *describe(rows_behind({3, 3, 3}, 8, 64), "W", {});
  for (int r = 0; r < 8; ++r)
    for (int c = 0; c < 64; ++c) CHECK(render::palette_entry(d, r, c) == (r ^ c / 8));
  const auto legend = render::legend_of(d);
  CHECK(legend.heading == "index / 8 mod 8");
  CHECK(legend.items.size() == 8);
  // Single elements, and layouts without a swizzle, as they were.
  const auto single = *describe(rows_behind({2, 0, 2}, 4, 4), "W", {});
  CHECK(render::palette_entry(single, 1, 0) == 5);
  CHECK(render::legend_of(single).heading == "index");
  // Elements of a single piece are coloured by element.
  CHECK(render::palette_entry(*describe(rows_behind({3, 8, 3}, 8, 8), "W", {}), 0, 1) == 1);
}
