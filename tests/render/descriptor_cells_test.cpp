// The picture of a matrix descriptor: each field on the cells that it speaks of, in every format.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "algebra/language/evaluate.hpp"
#include "picture_of.hpp"
#include "render/export.hpp"
#include "render/figure.hpp"
#include "render/figure_layout.hpp"

using namespace render;

namespace {

Diagram descriptor_picture(const std::string& expression, const algebra::Environment& names = {}, const View& view = {}) {
  return picture_of(expression, "d", view, names);
}

/// Returns the arrow with these words.
const Callout& arrow(const Diagram& d, const std::string& words) {
  const auto it = std::find_if(d.callouts.begin(), d.callouts.end(), [&](const Callout& c) { return c.words == words; });
  REQUIRE_MESSAGE(it != d.callouts.end(), words);
  return *it;
}

const TableLine& line(const Diagram& d, const std::string& name) {
  const auto it = std::find_if(d.table.begin(), d.table.end(), [&](const TableLine& l) { return l.name == name; });
  REQUIRE_MESSAGE(it != d.table.end(), name);
  return *it;
}

constexpr const char* k_major = "make_gmma_desc<GMMA::Major::K>(half_t, Sw<3,4,3> o smem_ptr[16b](unset) o (64,16):(64,1))";
constexpr const char* mn_major =
    "make_gmma_desc<GMMA::Major::MN>(half_t, Sw<2,4,3> o smem_ptr[16b](unset) o ((32,2),(8,2)):((1,256),(32,512)))";

}  // namespace

TEST_CASE("an arrow of a descriptor leads to the element that lies as many bytes further as it says") {
  for (const char* expression :
       {k_major, mn_major, "make_gmma_desc<GMMA::Major::K>(half_t, (64,(8,2)):(8,(1,512)))",
        "make_umma_desc<UMMA::Major::MN>(half_t, ((8,8),(8,2)):((1,64),(8,512)))",
        "make_umma_desc<UMMA::Major::MN>(tfloat32_t, Sw<2,5,2> o smem_ptr[32b](unset) o ((32,2),(4,2)):((1,128),(32,256)))"})
    for (const bool transposed : {false, true}) {
      const auto d = descriptor_picture(expression, {}, View{.transposed = transposed});
      int arrows = 0;
      for (const auto& c : d.callouts) {
        if (!c.to) {
          CHECK(c.row + c.rows <= d.rows.extent);
          CHECK(c.column + c.columns <= d.columns.extent);
          continue;
        }
        ++arrows;
        const auto elements = d.rows.layout(c.to->first) + d.columns.layout(c.to->second);
        const auto bytes = elements * d.view.element_bits / 8;
        CHECK_MESSAGE(c.words.ends_with(std::to_string(bytes) + " B"), expression << ": " << c.words << " for " << bytes);
      }
      CHECK(arrows >= 2);
    }
}

TEST_CASE("the fields of a descriptor stand in a table, with what each means for its tile") {
  const auto d = descriptor_picture(k_major);
  CHECK(d.table.size() == 5);
  CHECK(line(d, "stride byte offset").value == "64");
  CHECK(line(d, "stride byte offset").meaning == "1024 bytes to the next core matrix along M or N");
  CHECK(line(d, "leading byte offset").meaning.text().starts_with("not used"));
  CHECK(line(d, "layout type").place == "62–63");
  CHECK(arrow(d, "SBO 1024 B").to == std::pair<std::int64_t, std::int64_t>(8, 0));
  CHECK(descriptor_picture("make_umma_desc<UMMA::Major::MN>(half_t, ((8,8),(8,2)):((1,64),(8,512)))").table.size() == 7);
  const auto mn = descriptor_picture(mn_major);
  CHECK(arrow(mn, "LBO 512 B").to == std::pair<std::int64_t, std::int64_t>(32, 0));
  CHECK(line(mn, "leading byte offset").meaning == "512 bytes to the next swizzle atom along M or N");
}

TEST_CASE("a page narrower than a descriptor's table breaks what its lines mean, and cuts nothing") {
  Figure f;
  f.panels.push_back({descriptor_picture(k_major), "", ""});
  double breaks = 0;
  for (const double width : {40.0, 25.4, 17.0, 14.0, 11.0, 8.5}) {
    CAPTURE(width);
    FigureOptions o;
    o.width_cm = width;
    o.letters = width < 9 ? 9 : 0;
    const auto laid = lay_out(f, o, 100);
    REQUIRE(laid.grids.size() == 1);
    const auto& grid = laid.grids[0];
    CHECK(laid.zoom * (grid.x + grid.width) <= width * points_per_cm);
    CHECK(grid.cell > 4);
    // The words are the same.
    const auto whole = descriptor_picture(k_major).table;
    REQUIRE(grid.diagram.table.size() == whole.size());
    for (std::size_t i = 0; i < whole.size(); ++i) {
      auto meaning = grid.diagram.table[i].meaning.text();
      breaks += static_cast<double>(std::ranges::count(meaning, '\n'));
      std::ranges::replace(meaning, '\n', ' ');
      CHECK(meaning == whole[i].meaning.text());
    }
    if (width > 30) CHECK(breaks == 0);
  }
  CHECK(breaks > 5);
}

TEST_CASE("a matrix of bits has its bits in a file, too") {
  Figure f;
  f.panels.push_back({descriptor_picture("bit_matrix(Swizzle<2,0,2> o (4,4):(4,1))"), "", ""});
  FigureOptions o;
  o.page.format = Format::svg;
  const auto svg = figure_bytes(f, o);
  REQUIRE(svg);
  std::string bits;
  const std::string end = "</text>";
  for (auto at = svg->find(end); at != std::string::npos; at = svg->find(end, at + 1))
    if (const auto text = svg->substr(at - 2, 2); text == ">0" || text == ">1") bits += text[1];
  CHECK(bits == "1010010110000100");
}

TEST_CASE("the descriptors of k blocks say where each begins in the swizzle atom") {
  algebra::Environment names;
  const auto define = [&](const char* name, const char* expression) {
    const auto e = algebra::evaluate(expression, names, algebra::IntegerRule::cute);
    REQUIRE(e);
    names.insert_or_assign(name, e->value);
  };
  define("mma", "make_tiled_mma(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>)");
  define("sA", "make_tensor(make_smem_ptr<half_t>(ptr), Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_8),_64):((_64,_512),_1))");
  define("tA", "make_fragment_A(mma, partition_A(mma, 0, sA))");
  const auto all = descriptor_picture("tA", names);
  REQUIRE(all.table.size() == 4);
  CHECK(all.table[2].value == "4");
  CHECK(all.table[2].meaning.text().ends_with("····##··"));
  const auto one = descriptor_picture("tA(0,0,3)", names);
  CHECK(line(one, "start address").meaning == "byte 96 from the pointer, chunk 6 of the swizzle's row: ······##");
  CHECK(one.index(0, 0) == 48);
}

TEST_CASE("figures have the arrows and the table") {
  const auto d = descriptor_picture(k_major);
  ExportOptions options;
  options.format = Format::svg;
  const auto svg = export_bytes(descriptor_picture(k_major, {}, View{.label_by = LabelBy::none}), options);
  REQUIRE(svg);
  for (const char* words : {"SBO 1024 B", "stride byte offset", "32–45"}) CHECK_MESSAGE(svg->find(words) != std::string::npos, words);
  // An arrow's words would cover labels; the table says the same.
  const auto labelled = export_bytes(d, options);
  REQUIRE(labelled);
  CHECK(labelled->find("SBO 1024 B") == std::string::npos);
  CHECK(labelled->find("stride byte offset") != std::string::npos);
  options.format = Format::txt;
  const auto text = export_bytes(d, options);
  REQUIRE(text);
  CHECK(text->find("1024 bytes to the next core matrix along M or N") != std::string::npos);
}
