// Tests all slices of a value side by side, headings of one kind, and the elements that a swizzle changes.

#include <doctest/doctest.h>

#include <set>

#include "render/export.hpp"
#include "render/legend.hpp"
#include "render/theme.hpp"
#include "tests/choices.hpp"
#include "tests/render/tuples.hpp"

namespace {

using algebra::IntTuple;
using algebra::Layout;
using namespace render;

using namespace tuples;

const Layout cube(t({n(2), n(3), n(4)}), t({n(1), n(2), n(6)}));
const Layout four(t({t({n(2), n(2)}), n(3), n(2), n(5)}), t({t({n(1), n(100)}), n(2), n(6), n(12)}));

Diagram slabs(const Layout& layout, bool transposed = false, ColourBy by = ColourBy::index) {
  View view;
  view.slabs = true;
  view.transposed = transposed;
  view.colour_by = by;
  auto d = describe(layout, "R", view);
  REQUIRE(d);
  return *d;
}

/// Every element stands in one cell, and that cell has its index.
void whole(const Diagram& d, const Layout& layout) {
  CHECK(d.rows.extent * d.columns.extent == algebra::size(layout));
  std::set<std::int64_t> seen;
  for (std::int64_t r = 0; r < d.rows.extent; ++r)
    for (std::int64_t c = 0; c < d.columns.extent; ++c) {
      const auto coordinate = d.coordinate(r, c);
      REQUIRE(coordinate >= 0);
      REQUIRE(coordinate < algebra::size(layout));
      CHECK(d.index(r, c) == layout(coordinate));
      const auto cell = d.cell_of(coordinate);
      REQUIRE(cell);
      CHECK(cell->row == r);
      CHECK(cell->column == c);
      seen.insert(coordinate);
    }
  CHECK(static_cast<std::int64_t>(seen.size()) == algebra::size(layout));
}

}  // namespace

TEST_CASE("slabs show every element once, at its own index") {
  for (const bool transposed : {false, true}) {
    CAPTURE(transposed);
    whole(slabs(cube, transposed), cube);
    whole(slabs(four, transposed), four);
    // A mode of one element between others, and only one slice.
    const Layout thin(t({n(1), n(4), n(1), n(3)}), t({n(0), n(3), n(0), n(1)}));
    whole(slabs(thin, transposed), thin);
    const Layout deep(t({n(2), n(2), n(2), n(2), n(3)}), t({n(24), n(12), n(6), n(3), n(1)}));
    whole(slabs(deep, transposed), deep);
  }
}

TEST_CASE("an element's cell, or none in another slice") {
  View view;
  view.slice = 2;
  for (const bool transposed : {false, true}) {
    view.transposed = transposed;
    const auto d = *describe(cube, "", view);
    std::int64_t found = 0;
    for (std::int64_t i = -1; i < 30; ++i) {
      const auto cell = d.cell_of(i);
      CHECK(cell.has_value() == (i >= 12 && i < 18));
      if (cell) CHECK(d.coordinate(cell->row, cell->column) == i);
      found += cell.has_value();
    }
    CHECK(found == 6);
    const auto line = *describe(Layout(n(5), n(2)), "", view);
    CHECK((transposed ? line.cell_of(3)->row : line.cell_of(3)->column) == 3);
    CHECK_FALSE(line.cell_of(5));
    for (const auto& empty : {Layout(n(0), n(1)), Layout(t({n(0), n(4)}), t({n(1), n(1)}))})
      if (const auto nothing = describe(empty, "", view)) CHECK_FALSE(nothing->cell_of(0));
  }
}

TEST_CASE("a slab has the headings and the cells of its slice") {
  const auto d = slabs(four);
  CHECK(d.rows.slabs.width == 4);
  CHECK(d.rows.slab_count() == 5);
  CHECK(d.columns.slabs.width == 3);
  CHECK(d.columns.slab_count() == 2);
  CHECK(d.columns.slab_caption(1) == "(_,_,1,_)");
  CHECK(d.rows.slab_caption(4) == "(_,_,_,4)");
  CHECK(slabs(cube).columns.slab_caption(3) == "(_,_,3)");
  CHECK(d.columns.heading(4) == "1");
  CHECK(d.rows.heading(6) == "2");
  CHECK(d.rows.natural_heading(6) == "(0,1)");
  // Slab (p,q) is slice p + 2 q.
  for (std::int64_t q = 0; q < 5; ++q)
    for (std::int64_t p = 0; p < 2; ++p) {
      View view;
      view.slice = p + 2 * q;
      const auto slice = *describe(four, "", view);
      CHECK(slice.slice_text() == "(_,_," + std::to_string(p) + "," + std::to_string(q) + ")");
      for (std::int64_t r = 0; r < 4; ++r)
        for (std::int64_t c = 0; c < 3; ++c) {
          CHECK(slice.index(r, c) == d.index(q * 4 + r, p * 3 + c));
          CHECK(slice.coordinate(r, c) == d.coordinate(q * 4 + r, p * 3 + c));
        }
    }
}

TEST_CASE("between slabs is the thickest border, within them their own") {
  const auto d = slabs(four);
  CHECK(d.rows.border_level(4) == 3);
  CHECK(d.rows.border_level(2) == 1);
  CHECK(d.rows.border_level(6) == 1);
  CHECK(d.rows.border_level(1) == 0);
  CHECK(d.columns.border_level(3) == 3);
  CHECK(d.columns.border_level(1) == 0);
}

TEST_CASE("colours of slabs are those of their slices") {
  for (const auto by : {ColourBy::index, ColourBy::tile, colouring("bank"), colouring("line")}) {
    const auto d = slabs(cube, false, by);
    for (std::int64_t k = 0; k < 4; ++k) {
      View view;
      view.colour_by = by;
      view.slice = k;
      const auto slice = *describe(cube, "", view);
      for (std::int64_t r = 0; r < 2; ++r)
        for (std::int64_t c = 0; c < 3; ++c) CHECK(slice.colour_key(r, c) == d.colour_key(r, k * 3 + c));
    }
  }
}

TEST_CASE("a rank of 2 has no slabs, and a huge one costs nothing") {
  CHECK(slabs(Layout(t({n(2), n(3)}), t({n(1), n(2)}))).columns.slabs.width == 0);
  CHECK_FALSE(slabs(Layout(t({n(2), n(3)}), t({n(1), n(2)}))).view.slabs);
  const auto big = std::int64_t{1} << 20;
  const auto d = slabs(Layout(t({n(64), n(64), n(big)}), t({n(1), n(64), n(4096)})));
  CHECK(d.columns.extent == 64 * big);
  CHECK(d.coordinate(63, 64 * big - 1) == 4096 * big - 1);
  CHECK(d.columns.slab_caption(big - 1) == "(_,_,1048575)");
}

TEST_CASE("captions of slabs are in every file") {
  ExportOptions options;
  for (const auto format : {Format::svg, Format::tex, Format::txt}) {
    options.format = format;
    const auto text = export_bytes(slabs(four), options);
    REQUIRE(text);
    const auto wanted = format == Format::tex ? "(\\_,\\_,1,\\_)" : "(_,_,1,_)";
    CHECK_MESSAGE(text->find(wanted) != std::string::npos, *text);
    CHECK(text->find(format == Format::tex ? "(\\_,\\_,\\_,4)" : "(_,_,_,4)") != std::string::npos);
  }
}

TEST_CASE("headings of one kind") {
  View view;
  CHECK(describe(divided, "", view)->rows.hierarchical);
  CHECK(describe(divided, "", view)->rows.heading(5) == "5");
  view.headings = Headings::flat;
  CHECK_FALSE(describe(divided, "", view)->rows.hierarchical);
  CHECK(describe(divided, "", view)->rows.heading(5) == "5");
  view.headings = Headings::natural;
  const auto natural = describe(divided, "", view);
  CHECK_FALSE(natural->rows.hierarchical);
  CHECK(natural->rows.heading(5) == "(1,1)");
  // A mode of one integer has one kind of coordinate.
  CHECK(describe(cube, "", view)->rows.heading(1) == "1");
  // The words beside a grid do not describe its colours.
  for (const auto by : {colouring("mode"), ColourBy::tile}) {
    view.colour_by = by;
    const auto shown = *describe(divided, "", view);
    View usual;
    usual.colour_by = by;
    const auto other = *describe(divided, "", usual);
    for (std::int64_t r = 0; r < 16; ++r)
      for (std::int64_t c = 0; c < 4; ++c) CHECK(shown.colour_key(r, c) == other.colour_key(r, c));
  }
}

TEST_CASE("colours by swizzle: what it adds to an index") {
  const algebra::ComposedLayout swizzled{{algebra::Swizzle{3, 0, 3}, {algebra::Int{0, true}, 0}}, Layout(t({n(8), n(8)}), t({n(8), n(1)}))};
  View view;
  view.colour_by = colouring("swizzle");
  const auto d = *describe(swizzled, "", view);
  for (std::int64_t r = 0; r < 8; ++r)
    for (std::int64_t c = 0; c < 8; ++c) {
      CHECK(d.colour_key(r, c) == r);  // column xor row
      CHECK((d.index(r, c) ^ (r * 8 + c)) == r);
    }
  // Above the bits it reads, and only in its own bits.
  const algebra::ComposedLayout high{{algebra::Swizzle{2, 4, -2}, {algebra::Int{0, true}, 0}}, Layout(t({n(4), n(64)}), t({n(64), n(1)}))};
  const auto e = *describe(high, "", view);
  std::set<int> keys;
  for (std::int64_t r = 0; r < 4; ++r)
    for (std::int64_t c = 0; c < 64; ++c) {
      CHECK(e.colour_key(r, c) == c / 16);
      keys.insert(e.colour_key(r, c));
    }
  CHECK(keys == std::set<int>{0, 1, 2, 3});
  // Without a swizzle nothing is changed.
  const auto plain = *describe(Layout(t({n(4), n(4)}), t({n(4), n(1)})), "", view);
  for (std::int64_t r = 0; r < 4; ++r)
    for (std::int64_t c = 0; c < 4; ++c) CHECK(plain.colour_key(r, c) == 0);
}

TEST_CASE("a legend names the keys of each colour") {
  View view;
  view.colour_by = ColourBy::tile;
  const auto d = *describe(Layout(t({n(2), n(20)}), t({n(1), n(2)})), "", view);
  const auto legend = legend_of(d);
  // With 20 tiles some share a colour with two others.
  CHECK(legend.heading == "tile mod 8");
  REQUIRE(legend.items.size() == 8);
  CHECK(legend.items[0].keys == "0");
  CHECK(legend.items[7].keys == "7");
  const auto few = legend_of(*describe(Layout(t({n(2), n(15)}), t({n(1), n(2)})), "", view));
  CHECK(few.heading == "tile");
  REQUIRE(few.items.size() == 8);
  CHECK(few.items[0].keys == "0, 8");
  CHECK(few.items[7].keys == "7");
  CHECK(palette_entry(d, 1, 17) == 1);
  view.colour_by = ColourBy::none;
  CHECK(legend_of(*describe(Layout(t({n(2), n(20)}), t({n(1), n(2)})), "", view)).empty());
}
