#include <doctest/doctest.h>

#include <set>
#include <string>

#include "algebra/language/evaluate.hpp"
#include "render/diagram.hpp"
#include "render/theme.hpp"
#include "tests/choices.hpp"
#include "tests/render/tuples.hpp"

namespace {

using algebra::IntTuple;
using algebra::Layout;
using render::ColourBy;
using render::LabelBy;

using namespace tuples;

render::View coloured(ColourBy by) {
  render::View view;
  view.colour_by = by;
  return view;
}
render::View labelled(LabelBy by) {
  render::View view;
  view.label_by = by;
  return view;
}

}  // namespace

TEST_CASE("a rank-2 layout is a matrix, mode 0 down and mode 1 across") {
  const auto d = render::describe(row_major(8, 8), "A", {});
  REQUIRE(d);
  CHECK(d->title == "A");
  CHECK(d->subtitle == "(8,8):(8,1)");
  CHECK(d->note.empty());
  CHECK(d->rows.extent == 8);
  CHECK(d->columns.extent == 8);
  for (std::int64_t r = 0; r < 8; ++r)
    for (std::int64_t c = 0; c < 8; ++c) {
      CHECK(d->index(r, c) == r * 8 + c);
      CHECK(d->coordinate(r, c) == r + 8 * c);
    }
  CHECK(d->widest_index() == 63);
  CHECK_FALSE(d->rows.hierarchical);
  CHECK(d->rows.border_periods.empty());
}

TEST_CASE("transposing swaps the axes and keeps every element's coordinate") {
  auto view = coloured(ColourBy::tile);
  view.transposed = true;
  const auto d = render::describe(divided, "D", view, {.tiles = divided});
  REQUIRE(d);
  CHECK(d->rows.extent == 4);
  CHECK(d->columns.extent == 16);
  CHECK(d->index(1, 9) == 42);
  CHECK(d->coordinate(1, 9) == 25);
  CHECK(divided(25) == 42);
  CHECK(d->note == "rows: rest · columns: tile · transposed");
  CHECK(d->columns.heading(9) == "9");
  CHECK(d->columns.natural_heading(9) == "(1,2)");
  // One colour a row: the rest coordinate.
  CHECK(d->colour.separable);
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < 16; ++c) CHECK(d->colour_key(r, c) == r);
}

TEST_CASE("borders follow the hierarchy of an axis") {
  const Layout three(t({t({n(2), n(2), n(3)}), t({n(4), n(2)})}), t({t({n(1), n(2), n(4)}), t({n(12), n(48)})}));
  const auto d = render::describe(three, "", {});
  REQUIRE(d);
  CHECK(d->rows.border_periods == std::vector<std::int64_t>{2, 4});
  CHECK(d->columns.border_periods == std::vector<std::int64_t>{4});
  CHECK(d->rows.border_level(0) == 0);
  CHECK(d->rows.border_level(1) == 0);
  CHECK(d->rows.border_level(2) == 1);
  CHECK(d->rows.border_level(4) == 2);
  CHECK(d->rows.border_level(8) == 2);
}

TEST_CASE("a rank-1 layout is one row, and higher ranks are slices") {
  const auto line = render::describe(Layout(n(8), n(2)), "", {});
  REQUIRE(line);
  CHECK(line->rows.extent == 1);
  CHECK(line->columns.extent == 8);
  CHECK(line->index(0, 3) == 6);
  CHECK(line->coordinate(0, 3) == 3);

  const Layout cube(t({n(2), n(3), n(4), n(5)}), t({n(1), n(2), n(6), n(24)}));
  render::View view;
  view.slice = 6;
  const auto d = render::describe(cube, "", view);
  REQUIRE(d);
  CHECK(d->rows.extent == 2);
  CHECK(d->columns.extent == 3);
  CHECK(d->index(1, 2) == cube(d->coordinate(1, 2)));
  CHECK(d->coordinate(1, 2) == 1 + 2 * 2 + 6 * 6);
  view.slice = 1000;  // beyond the last
  CHECK(render::describe(cube, "", view)->view.slice == 19);
  view.slice = -1;
  CHECK(render::describe(cube, "", view)->view.slice == 0);
}

TEST_CASE("a tile's colours and borders on the layout it was cut from") {
  const auto d = render::describe(row_major(8, 8), "A", coloured(ColourBy::tile), {.tiles = divided});
  REQUIRE(d);
  CHECK(d->rows.border_periods == std::vector<std::int64_t>{4});
  CHECK(d->columns.border_periods == std::vector<std::int64_t>{4});
  CHECK(d->colour_key(0, 0) == 0);
  CHECK(d->colour_key(7, 3) == 1);  // the rest is column-major: tile 1 is the lower left one
  CHECK(d->colour_key(3, 4) == 2);
  CHECK(d->colour_key(4, 7) == 3);
  const auto colours = render::palette(render::PaletteName::cutescope, render::ThemeName::light);
  CHECK(d->fill(7, 3) == colours[1]);
}

TEST_CASE("tiles of a layout too large for a table are a sum") {
  const Layout large(t({n(65536), n(65536)}), t({n(65536), n(1)}));
  const Layout tiles(t({t({n(256), n(256)}), t({n(256), n(256)})}), t({t({n(65536), n(1)}), t({n(256 * 65536), n(256)})}));
  const auto d = render::describe(large, "", coloured(ColourBy::tile), {.tiles = tiles});
  REQUIRE(d);
  CHECK(d->colour.separable);
  CHECK(d->rows.border_periods == std::vector<std::int64_t>{256});
  CHECK(d->colour_key(255, 255) == 0);
  CHECK(d->colour_key(256, 0) == 1);
  CHECK(d->colour_key(0, 256) == 256);
  CHECK(d->colour_key(65535, 65535) == 65535);
}

TEST_CASE("2^40 elements cost no more than 64") {
  const Layout huge(t({n(1 << 20), n(1 << 20)}), t({n(1), n(1 << 20)}));
  const auto d = render::describe(huge, "", coloured(colouring("line")), {.tiles = divided});
  REQUIRE(d);
  CHECK(d->colour.separable);
  CHECK(d->index((1 << 20) - 1, (1 << 20) - 1) == (std::int64_t{1} << 40) - 1);
  CHECK(d->widest_index() == (std::int64_t{1} << 40) - 1);
}

TEST_CASE("a partition shows who owns what, and one pass of the threads") {
  const Layout cta(t({n(4), n(4)}), t({n(8), n(1)}));
  const Layout owners(t({t({n(4), n(2)}), t({n(2), n(1)})}), t({t({n(1), n(8)}), t({n(16), n(0)})}));
  render::View view = coloured(ColourBy::thread);
  view.label_by = LabelBy::thread_value;
  const auto d = render::describe(algebra::Tensor{4, cta}, "P", view, {.owners = owners});
  REQUIRE(d);
  REQUIRE(d->owners.size() == 16);
  CHECK(d->label(0, 3) == "T3\nV0");
  CHECK(d->label(2, 3) == "T3\nV1");
  CHECK(d->index(0, 3) == 7);
  CHECK(d->index(2, 3) == 23);
  CHECK(d->colour_key(2, 3) == 3);
  CHECK(d->rows.border_periods == std::vector<std::int64_t>{2});
  CHECK(d->columns.border_periods.empty());
  view.colour_by = colouring("value");
  CHECK(render::describe(algebra::Tensor{4, cta}, "P", view, {.owners = owners})->colour_key(2, 3) == 1);
  view.colour_by = colouring("warp");
  CHECK(render::describe(algebra::Tensor{4, cta}, "P", view, {.owners = owners})->colour_key(2, 3) == 0);
}

TEST_CASE("cells that nobody owns have no colour and no label") {
  const Layout owners(t({n(4), n(1)}), t({n(1), n(0)}));  // the first row only
  render::View view = coloured(ColourBy::thread);
  view.label_by = LabelBy::thread_value;
  const auto d = render::describe(Layout(t({n(2), n(4)}), t({n(4), n(1)})), "", view, {.owners = owners});
  REQUIRE(d);
  CHECK(d->colour_key(0, 2) == 2);
  CHECK(d->colour_key(1, 2) == -1);
  CHECK(d->label(1, 2).empty());
  CHECK(d->fill(1, 2) == render::theme(render::ThemeName::light).card);
}

TEST_CASE("banks, sectors and lines") {
  const Layout line(n(4096), n(1));
  const auto key = [&](ColourBy by, int bits, std::int64_t i) {
    auto view = coloured(by);
    view.element_bits = bits;
    return render::describe(line, "", view)->colour_key(0, i);
  };
  CHECK(key(colouring("bank"), 32, 5) % 32 == 5);
  CHECK(key(colouring("bank"), 32, 37) % 32 == 5);
  CHECK(key(colouring("bank"), 16, 11) % 32 == 5);
  CHECK(key(colouring("bank"), 64, 3) % 32 == 6);
  CHECK(key(colouring("sector"), 32, 15) == 1);
  CHECK(key(colouring("sector"), 8, 64) == 2);
  CHECK(key(colouring("line"), 32, 31) == 0);
  CHECK(key(colouring("line"), 32, 32) == 1);
  CHECK(key(colouring("line"), 16, 64) == 1);
  CHECK(key(colouring("line"), 4, 256) == 1);
}

TEST_CASE("colours and labels count in the elements of the tensor, if the view says no others") {
  const auto value = [](const char* text) {
    const auto e = algebra::evaluate(text, {}, algebra::IntegerRule::math);
    REQUIRE(e);
    return e->value;
  };
  const auto halves = value("Sw<3,4,3>_smem_ptr[16b](0x0) o (8,64):(64,1)");
  auto view = coloured(colouring("bank"));
  view.label_by = labelling("address");
  const auto d = render::describe(halves, "", view);
  REQUIRE(d);
  CHECK(d->colour_key(1, 4) % 32 == 6);
  CHECK(d->label(1, 4) == "0x98");
  CHECK(d->note == "16 bit in shared memory");
  CHECK(render::describe(halves, "", coloured(colouring("line")))->colour_key(1, 4) == 1);
  CHECK(render::describe(halves, "", coloured(colouring("sector")))->colour_key(1, 4) == 4);
  view.element_bits = 32;
  CHECK(render::describe(halves, "", view)->label(1, 4) == "0x130");
  view.element_bits = 0;
  CHECK(render::describe(value("ptr o (8,64):(64,1)"), "", view)->label(1, 4) == "0x110");
  CHECK(render::describe(value("ptr o (8,64):(64,1)"), "", view)->note.empty());
}

TEST_CASE("swizzles come after the offset, in indices and in colours") {
  const algebra::ComposedLayout swizzled{{algebra::Swizzle{3, 0, 3}, {}}, row_major(8, 8)};
  const auto d = render::describe(swizzled, "S", coloured(ColourBy::index));
  REQUIRE(d);
  std::set<std::int64_t> seen;
  for (std::int64_t r = 0; r < 8; ++r)
    for (std::int64_t c = 0; c < 8; ++c) {
      CHECK(d->index(r, c) == r * 8 + (c ^ r));
      CHECK(d->colour_key(r, c) == d->index(r, c));
      seen.insert(d->index(r, c));
    }
  CHECK(seen.size() == 64);
  CHECK(d->widest_index() >= 63);
}

TEST_CASE("labels") {
  const auto label = [](LabelBy by) { return render::describe(divided, "D", labelled(by))->label(9, 1); };
  CHECK(label(LabelBy::index) == "42");
  CHECK(label(labelling("1d")) == "25");
  CHECK(label(labelling("rd")) == "(9,1)");
  CHECK(label(labelling("natural")) == "((1,2),(1,0))");
  CHECK(label(labelling("address")) == "0xA8");
  CHECK(label(LabelBy::none).empty());
  CHECK(label(LabelBy::thread_value) == "42");  // nobody's: the index
}

TEST_CASE("shapes and tilers are the layouts they stand for") {
  const auto shape = render::describe(t({n(4), n(2)}), "", {});
  REQUIRE(shape);
  CHECK(shape->index(3, 1) == 7);
  CHECK(shape->subtitle == "(4,2)");
  const algebra::Tiler by_mode{std::vector<algebra::Tiler>{{Layout(n(4), n(2))}, {Layout(n(3), n(1))}}};
  const auto tile = render::describe(by_mode, "", {});
  REQUIRE(tile);
  CHECK(tile->rows.extent == 4);
  CHECK(tile->columns.extent == 3);
  CHECK(tile->index(3, 2) == 6 + 2 * 7);  // the bounding box has 7 rows
}

TEST_CASE("what has nothing to draw has no diagram") {
  CHECK_FALSE(render::describe(n(4), "", {}));
  CHECK_FALSE(render::describe(IntTuple(), "", {}));
  CHECK_FALSE(render::describe(t({n(4), IntTuple::underscore()}), "", {}));
  CHECK_FALSE(render::describe(algebra::Truth{true}, "", {}));
  CHECK_FALSE(render::describe(algebra::Swizzle{3, 4, 3}, "", {}));
  CHECK_FALSE(render::describe(Layout(t({n(0), n(4)}), t({n(1), n(1)})), "", {}));
  CHECK_FALSE(render::describe(algebra::Tiler{IntTuple::underscore()}, "", {}));
  CHECK_FALSE(render::describe(t({n(std::int64_t{1} << 40), n(std::int64_t{1} << 40)}), "", {}));
}

TEST_CASE("palettes have one cycle of eight colours, all different") {
  using render::PaletteName;
  using render::ThemeName;
  for (const auto name : {PaletteName::cutescope, PaletteName::cute, PaletteName::greys, PaletteName::contrast})
    for (const auto theme : {ThemeName::light, ThemeName::dark, ThemeName::print}) {
      const auto colours = render::palette(name, theme);
      REQUIRE(colours.size() == 8);
      for (std::size_t i = 0; i < 8; ++i)
        for (std::size_t j = i + 1; j < 8; ++j) CHECK_FALSE(colours[i] == colours[j]);
    }
  CHECK(render::palette(PaletteName::cute, ThemeName::print)[0] == render::Rgb{175, 175, 255});
  CHECK(render::palette(PaletteName::greys, ThemeName::print)[1] == render::Rgb{153, 153, 153});
}

TEST_CASE("a tiled copy is its tile and an MMA its matrices, each cell with its thread and value") {
  const auto value = [](std::string_view text) { return algebra::evaluate(text, {}, algebra::IntegerRule::math).value().value; };
  const auto mma = render::describe(value("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,1))"), "mma", {});
  REQUIRE(mma);
  CHECK(mma->title == "mma");
  const auto& c = mma->parts.front();
  CHECK(c.diagram.rows.extent == 32);
  CHECK(c.diagram.columns.extent == 8);
  CHECK(mma->label(c.row, c.column) == "T0\nV0");
  CHECK(mma->label(c.row, c.column + 1) == "T0\nV1");
  CHECK(mma->label(c.row + 8, c.column + 2) == "T1\nV2");
  CHECK(mma->label(c.row + 17, c.column) == "T36\nV0");  // the second atom's
  CHECK(mma->colour_key(c.row + 17, c.column) == 36);
  const auto copy = render::describe(value("make_tiled_copy(Copy_Atom<UniversalCopy<uint64_t>,half_t>, (4,8):(8,1), (1,4))"), "",
                                     labelled(labelling("1d")));
  REQUIRE(copy);
  CHECK(copy->rows.extent == 4);
  CHECK(copy->columns.extent == 32);
  CHECK(copy->label(1, 2) == "9");  // what the view asks for
  CHECK(copy->colour_key(1, 2) == 8);
  const auto atom = render::describe(value("SM70_8x8x4_F16F16F16F16_TN"), "", {});
  REQUIRE(atom);
  CHECK(atom->parts.front().diagram.label(3, 5) == "T3\nV5");
  const auto copy_atom = render::describe(value("UniversalCopy<uint128_t>"), "", {});
  REQUIRE(copy_atom);
  CHECK(copy_atom->label(3, 0) == "T0\nV3");
}
