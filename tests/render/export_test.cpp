#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <regex>
#include <string>

#include "algebra/language/evaluate.hpp"
#include "render/export_size.hpp"
#include "tests/choices.hpp"
#include "tests/render/tuples.hpp"
#include "tests/render/written.hpp"

namespace {

using algebra::IntTuple;
using algebra::Layout;
using render::Format;

using namespace tuples;
using namespace written;

render::Diagram diagram(const Layout& layout, render::View view = {}) { return *render::describe(layout, "A", view); }

std::string bytes(const render::Diagram& d, render::ExportOptions options) {
  const auto result = render::export_bytes(d, options);
  REQUIRE_MESSAGE(result, (result ? "" : result.error()));
  return *result;
}

int big_endian(const std::string& s, std::size_t at) {
  int value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(s[at + i]);
  return value;
}

/// A folder of this test's own, gone afterwards.
}  // namespace

TEST_CASE("print_layout prints CuTe's table") {
  CHECK(render::print_layout(Layout(t({n(2), n(3)}), t({n(1), n(4)})), algebra::Marks::plain) ==
        "(2,3):(1,4)\n"
        "       0    1    2 \n"
        "    +----+----+----+\n"
        " 0  |  0 |  4 |  8 |\n"
        "    +----+----+----+\n"
        " 1  |  1 |  5 |  9 |\n"
        "    +----+----+----+\n");
  CHECK(render::print_layout(Layout(t({n(1), n(2)}), t({n(0), n(1)})), algebra::Marks::underscores).substr(0, 16) == "(_1,_2):(_0,_1)\n");
  // The cell is as wide as cosize, 10 here, though no index has two digits.
  CHECK(render::print_layout(row_major(2, 3), algebra::Marks::plain).find("    +---+---+---+\n") != std::string::npos);
}

TEST_CASE("print_layout prints CuTe's table of a composed layout: its values, in cells as wide as the inner layout's cosize") {
  const auto composed = [](const char* text) {
    const auto e = algebra::evaluate(text, {}, algebra::IntegerRule::cute);
    REQUIRE(e);
    return std::get<algebra::ComposedLayout>(e->value);
  };
  CHECK(render::print_layout(composed("Sw<1,0,2> o _16 o (_4,2):(_1,_4)"), algebra::Marks::underscores) ==
        "Sw<1,0,2> o _16 o (_4,2):(_1,_4)\n"
        "      0   1 \n"
        "    +---+---+\n"
        " 0  | 16 | 21 |\n"
        "    +---+---+\n"
        " 1  | 17 | 20 |\n"
        "    +---+---+\n"
        " 2  | 18 | 23 |\n"
        "    +---+---+\n"
        " 3  | 19 | 22 |\n"
        "    +---+---+\n");
  CHECK(render::print_layout(composed("_64:_2 o _3 o (_4,2):(_1,_4)"), algebra::Marks::underscores).find(" 0  | 6 | 14 |\n") !=
        std::string::npos);
}

TEST_CASE("endings name formats") {
  CHECK(render::format_of("a.svg") == Format::svg);
  CHECK(render::format_of("/x.y/a.PNG") == Format::png);
  CHECK(render::format_of("a.b.pdf") == Format::pdf);
  CHECK(render::format_of("a.tex") == Format::tex);
  CHECK(render::format_of("a.txt") == Format::txt);
  for (const auto* path : {"a", "", "a.gif", "dir.svg/a", "svg"}) {
    const auto format = render::format_of(path);
    REQUIRE_FALSE(format);
    for (const auto* ending : {".svg", ".png", ".pdf", ".tex", ".txt"}) CHECK(format.error().text().find(ending) != std::string::npos);
  }
}

TEST_CASE("SVG has real text for every label") {
  auto d = diagram(divided);
  d.title = "a<b & c";
  d.note = "one\ntwo";
  const auto svg = bytes(d, {.format = Format::svg});
  CHECK(svg.substr(0, 5) == "<svg ");
  CHECK(svg.find("a&lt;b &amp; c") != std::string::npos);
  CHECK(svg.find(">one</text>") != std::string::npos);
  CHECK(svg.find(">two</text>") != std::string::npos);
  CHECK(svg.find("JetBrains Mono") != std::string::npos);
  for (int i = 20; i < 64; ++i) CHECK(count(svg, ">" + std::to_string(i) + "</text>") == 1);
  CHECK(count(svg, "<g ") == count(svg, "</g>"));
  const auto bare = bytes(d, {.format = Format::svg, .transparent = true, .headings = false, .title = false});
  CHECK(count(bare, "<text") == 64);
  CHECK(count(bare, "<rect") == count(svg, "<rect") - 1);  // no page
}

TEST_CASE("PNG is as large as its page times the scale") {
  const auto one = bytes(diagram(row_major(2, 3)), {.format = Format::png}),
             two = bytes(diagram(row_major(2, 3)), {.format = Format::png, .scale = 2});
  CHECK(one.substr(0, 8) == "\x89PNG\r\n\x1a\n");
  CHECK(big_endian(two, 16) == 2 * big_endian(one, 16));
  CHECK(big_endian(two, 20) == 2 * big_endian(one, 20));
  CHECK(one == bytes(diagram(row_major(2, 3)), {.format = Format::png}));  // the same picture is the same file
}

TEST_CASE("PDF is a whole file") {
  const auto pdf = bytes(diagram(divided), {.format = Format::pdf});
  CHECK(pdf.substr(0, 5) == "%PDF-");
  CHECK(pdf.find("%%EOF") != std::string::npos);
  CHECK(pdf.size() > 2000);  // the fonts of its text are in it
}

TEST_CASE("TikZ keeps the conventions of CuTe's figures") {
  render::View view;
  view.palette = render::PaletteName::greys;
  const auto tex = bytes(diagram(row_major(2, 3), view), {.format = Format::tex});
  CHECK(tex.find("\\documentclass[convert]{standalone}") == 0);
  CHECK(tex.find("[x={(0cm,-1cm)},y={(1cm,0cm)},every node/.style={minimum size=1cm, outer sep=0pt}]") != std::string::npos);
  CHECK(tex.find("\\node[fill=black!00] at (0,0) {\\Large{\\texttt{0}}};") != std::string::npos);
  CHECK(tex.find("\\node[fill=black!40] at (0,1) {\\Large{\\texttt{1}}};") != std::string::npos);
  CHECK(tex.find("\\node[fill=black!50] at (1,2) {\\Large{\\texttt{5}}};") != std::string::npos);
  CHECK(count(tex, " grid (2,3);") == 1);
  CHECK(std::count(tex.begin(), tex.end(), '{') == std::count(tex.begin(), tex.end(), '}'));

  auto d = diagram(row_major(2, 3));
  d.title = "my_name 50%";
  CHECK(bytes(d, {.format = Format::tex}).find("my\\_name 50\\%") != std::string::npos);

  view = {};
  view.label_by = render::LabelBy::thread_value;
  const Layout owners(t({n(6), n(1)}), t({n(1), n(0)}));
  const auto owned = render::describe(row_major(2, 3), "P", view, {.owners = owners});
  REQUIRE(owned);
  CHECK(bytes(*owned, {.format = Format::tex}).find("\\shortstack{T5 \\\\ V0}") != std::string::npos);
}

TEST_CASE("text is print_layout's table, or one that can be read") {
  CHECK(bytes(diagram(row_major(2, 3)), {.format = Format::txt, .title = false}) ==
        render::print_layout(row_major(2, 3), algebra::Marks::plain));
  render::View view;
  view.label_by = labelling("natural");
  const auto text = bytes(diagram(row_major(2, 3), view), {.format = Format::txt});
  CHECK(text ==
        "A\n(2,3):(3,1)\n"
        "  |     0     1     2 |\n"
        "  +-------------------+\n"
        "0 | (0,0) (0,1) (0,2) |\n"
        "1 | (1,0) (1,1) (1,2) |\n"
        "  +-------------------+\n");
  // Coordinates are written as such, not as the indices that stand for them; a tuple of them has no cells.
  const auto unit = [](std::int64_t mode) { return IntTuple(algebra::Int{1, true, algebra::basis_within(0, mode)}); };
  const Layout coordinates(t({n(2), n(3)}), t({unit(0), unit(1)}));
  CHECK(bytes(diagram(coordinates), {.format = Format::txt}).find("| (1,0) (1,1) (1,2) |") != std::string::npos);
  CHECK_FALSE(render::describe(t({unit(0), unit(1)}), "E", {}));
}

TEST_CASE("too much for one file is one sentence with the limit") {
  // (30000,30000) as an SVG would have some 4 GB, and slabs of 16 x 16 twice as much.
  const auto vast = diagram(Layout(t({n(30000), n(30000)}), t({n(30000), n(1)})));
  const Layout deep(t({n(16), n(16), n(1000000)}), t({n(1), n(16), n(256)}));
  const auto slabs = *render::describe(deep, "A", {.slabs = true});
  for (const auto format : {Format::svg, Format::txt})
    for (const auto* d : {&vast, &slabs}) {
      INFO(static_cast<int>(format), d->subtitle);
      const auto result = render::export_bytes(*d, {.format = format});
      REQUIRE_FALSE(result);
      std::smatch said;
      const std::regex sentence(
          "[0-9,]+ x [0-9,]+ cells would be a file of about ([0-9,]+) MiB, more than the limit of 256[.] A slice or tile of ([0-9,]+) x "
          "([0-9,]+) "
          "cells fits; cutescope export --max-size ([0-9]+) writes it as it is[.]");
      const auto text = result.error().text();
      REQUIRE_MESSAGE(std::regex_match(text, said, sentence), text);
      const auto number = [&](std::size_t i) {
        auto digits = said[i].str();
        std::erase(digits, ',');
        return std::stoll(digits);
      };
      CHECK(number(1) == number(4));
      // A size that the message proposes fits, and not by far.
      auto part = *d;
      part.rows.extent = number(2), part.columns.extent = number(3);
      part.rows.slabs = part.columns.slabs = {};
      const auto bytes = render::estimated_bytes(part, {.format = format});
      CHECK(bytes < (256 << 20));
      CHECK(bytes > (150 << 20));
      // With the limit that is named there is no refusal.
      const std::array all{d};
      CHECK_FALSE(render::too_large(all, {.format = format, .most_bytes = number(4) << 20}));
    }
  const auto vastest = diagram(Layout(t({n(std::int64_t{1} << 40), n(1 << 20)}), t({n(1), n(0)})));
  CHECK_FALSE(render::export_bytes(vastest, {.format = Format::svg}));
  // The estimate is near the size of the written file.
  const auto million = diagram(Layout(t({n(1000), n(1000)}), t({n(1000), n(1)})));
  for (const auto format : {Format::svg, Format::pdf, Format::txt}) {
    const auto written = bytes(million, {.format = format});
    CHECK(render::estimated_bytes(million, {.format = format}) > 0.7 * static_cast<double>(written.size()));
    if (format != Format::pdf) CHECK(render::estimated_bytes(million, {.format = format}) < 1.4 * static_cast<double>(written.size()));
  }
  for (const auto format : {Format::svg, Format::tex, Format::txt})
    CHECK_FALSE(render::export_bytes(million, {.format = format, .most_bytes = 1 << 18}));
  const auto large = diagram(Layout(t({n(1 << 20), n(2)}), t({n(2), n(1)})));
  const auto png = render::export_bytes(diagram(Layout(t({n(4), n(30001)}), t({n(30001), n(1)}))), {.format = Format::png});
  REQUIRE_FALSE(png);
  CHECK(png.error().text().find("30000") != std::string::npos);
  CHECK_FALSE(render::export_bytes(large, {.format = Format::png}));  // a million rows
  CHECK_FALSE(render::export_bytes(diagram(row_major(2, 3)), {.format = Format::png, .scale = 0}));
  CHECK_FALSE(render::export_bytes(diagram(Layout(t({n(std::int64_t{1} << 40), n(1 << 20)}), t({n(1), n(0)}))), {.format = Format::png}));
}

TEST_CASE("a PNG of more cells than usual ones have room has smaller ones, of whole pixels") {
  const auto png = bytes(diagram(Layout(t({n(4), n(1500)}), t({n(1500), n(1)}))), {.format = Format::png});
  CHECK(big_endian(png, 16) > 28000);
  CHECK(big_endian(png, 16) <= 30000);
}

TEST_CASE("a PNG holds more cells than a page of text") {
  const auto png = bytes(diagram(Layout(t({n(1100), n(1100)}), t({n(1100), n(1)}))), {.format = Format::png});
  CHECK(big_endian(png, 16) >= 1100);
}

TEST_CASE("every view of every kind of value exports in every theme") {
  const Layout cube(t({n(2), n(3), n(4)}), t({n(1), n(2), n(6)}));
  for (const auto& layout : {row_major(2, 3), divided, cube, Layout(n(5), n(-1)), Layout(n(1), n(0))})
    for (std::size_t c = 0; c < render::colourings().size(); ++c)
      for (std::size_t l = 0; l < render::labellings().size(); ++l) {
        render::View view;
        view.colour_by = render::colourings()[c];
        view.label_by = render::labellings()[l];
        view.transposed = (c + l) % 2 == 1;
        const auto d = render::describe(layout, "X", view, {.tiles = divided});
        REQUIRE(d);
        for (const auto format : {Format::svg, Format::tex, Format::txt})
          CHECK_FALSE(bytes(*d, {.format = format, .theme = static_cast<render::ThemeName>((c + l) % 3)}).empty());
      }
}
