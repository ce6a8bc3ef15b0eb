// Files too large for memory, and small ones that are written in the same way.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

#include <sys/resource.h>
#include <unistd.h>

#include "algebra/layout/memory_budget.hpp"
#include "render/export_pen.hpp"
#include "tests/choices.hpp"
#include "tests/folder.hpp"
#include "tests/render/pictures.hpp"
#include "tests/render/to_file.hpp"
#include "tests/render/tuples.hpp"
#include "tests/render/written.hpp"
#include "tests/skip.hpp"

namespace {

using algebra::IntTuple;
using algebra::Layout;
using render::Format;
namespace fs = std::filesystem;

using namespace tuples;
using namespace written;

render::Diagram row_major_diagram(std::int64_t rows, std::int64_t columns, render::View view = {}) {
  return *render::describe(Layout(t({n(rows), n(columns)}), t({n(columns), n(1)})), "A", view);
}

double peak_mib() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// Every cell's palette entry by the rectangles of an SVG's paths, drawn without anti-aliasing at cell centres.
/// Only what this pen writes: M or m, then h v h.
std::size_t area_of_paths(const std::string& svg) {
  static const std::regex rect("[Mm]-?[0-9.]+[ -][0-9.]+h([0-9.]+)v([0-9.]+)h-");
  double area = 0;
  for (auto match = std::sregex_iterator(svg.begin(), svg.end(), rect); match != std::sregex_iterator(); ++match)
    area += std::stod((*match)[1]) * std::stod((*match)[2]);
  return static_cast<std::size_t>(area + 0.5);
}

}  // namespace

TEST_CASE("a million labelled cells stream to SVG and PDF in little memory") {
  const Folder folder;
  const auto d = row_major_diagram(1024, 1024);
  const auto before = peak_mib();
  for (const auto format : {Format::svg, Format::pdf}) {
    const auto path = folder.at("large");
    double last = 0;
    int calls = 0;
    bool ascending = true;
    const auto written = render::export_file(d, {.format = format}, path, [&](double fraction) {
      ascending = ascending && fraction >= last && fraction <= 1;
      last = fraction;
      ++calls;
      return true;
    });
    REQUIRE_MESSAGE(written, (written ? "" : written.error()));
    CHECK(ascending);
    CHECK(last > 0.9);
    CHECK(calls > 20);
    if (format == Format::svg) {
      const auto svg = content(path);
      CHECK(count(svg, "</text>") >= 1 << 20);
      CHECK(svg.find(">1048575</text>") != std::string::npos);
      CHECK(svg.size() < 40u << 20);
      CHECK(svg.substr(svg.size() - 7) == "</svg>\n");
    } else {
      CHECK(content(path).substr(0, 5) == "%PDF-");
    }
  }
  // The whole SVG, read back for the look at it above, is 30 MB of this.
  CHECK(peak_mib() - before < 160);
}

TEST_CASE("an export that is stopped says so") {
  for (const auto format : {Format::svg, Format::pdf, Format::png}) {
    int calls = 0;
    const auto written = render::export_to(
        row_major_diagram(400, 400), {.format = format}, [](std::string_view) { return true; }, [&](double) { return ++calls < 3; });
    REQUIRE_FALSE(written);
    CHECK(written.error() == "The export was stopped.");
    CHECK(calls == 3);
  }
}

TEST_CASE("a full disk is told, and stops the drawing") {
  if (!fs::exists("/dev/full")) return;
  int pieces = 0;
  const auto pen = render::make_svg_pen({100, 100}, [&](std::string_view) { return ++pieces < 2; });
  for (int i = 0; i < 100000; ++i) pen->fill_rect(i, 0, 1, 1, {});
  CHECK(pen->finish());
  CHECK(pieces == 2);  // once it failed, a sink is asked no more
}

TEST_CASE("rectangles of an SVG cover every cell once") {
  for (const auto by : {render::ColourBy::index, colouring("mode"), colouring("bank"), colouring("line")})
    for (const auto& layout : {Layout(t({n(13), n(7)}), t({n(3), n(5)})), Layout(t({n(8), n(32)}), t({n(1), n(8)})),
                               Layout(t({t({n(4), n(4)}), t({n(2), n(2)})}), t({t({n(8), n(1)}), t({n(32), n(4)})})),
                               Layout(t({n(1), n(40000)}), t({n(0), n(1)})), Layout(t({n(40000), n(1)}), t({n(1), n(0)}))}) {
      render::View view;
      view.colour_by = by;
      view.label_by = render::LabelBy::none;
      const auto d = *render::describe(layout, "A", view);
      const render::ExportOptions options{.headings = false, .title = false};
      const render::Page page(d, options);
      const auto svg = *render::export_bytes(d, options);
      CHECK(area_of_paths(svg) ==
            static_cast<std::size_t>(page.cell() * page.cell()) * static_cast<std::size_t>(d.rows.extent * d.columns.extent));
    }
}

TEST_CASE("columns of one colour are one rectangle") {
  render::View view;
  view.label_by = render::LabelBy::none;
  const auto svg = *render::export_bytes(row_major_diagram(256, 256, view), {});
  CHECK(count(svg, "h30v7680h-30") == 256);
}

TEST_CASE("a PDF has its words, its title and its fonts, and no date") {
  if (!pictures::installed("pdftotext")) {
    skipped("pdftotext is not installed (poppler-utils)");
    return;
  }
  const Folder folder;
  render::View natural;
  natural.label_by = labelling("natural");
  // The second one has more labels than are drawn at once.
  for (const auto rows : {24, 200}) {
    auto d = row_major_diagram(rows, 100, natural);
    d.title = "T\xC3\xA4g (x) \\ \xE4\xBD\x8D";
    d.note = "a note \xC2\xB7 of words";
    const auto pdf = *render::export_bytes(d, {.format = Format::pdf});
    CHECK(pdf == *render::export_bytes(d, {.format = Format::pdf}));
    std::ofstream(folder.path / "a.pdf", std::ios::binary) << pdf;
    REQUIRE(
        std::system(("cd '" + folder.path.string() + "' && pdftotext -raw a.pdf a.txt && pdfinfo a.pdf >a.info && pdffonts a.pdf >a.fonts")
                        .c_str()) == 0);
    const auto text = folder.text("a.txt"), info = folder.text("a.info"), fonts = folder.text("a.fonts");
    CHECK(info.find(d.title) != std::string::npos);
    CHECK(info.find("CreationDate") == std::string::npos);
    for (const auto& words : {d.title, d.note.text()}) CHECK(text.find(words) != std::string::npos);
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < 100; ++c) CHECK(text.find("(" + std::to_string(r) + "," + std::to_string(c) + ")") != std::string::npos);
    CHECK(fonts.find("JetBrainsMono") != std::string::npos);
    CHECK(fonts.find("Type 3") == std::string::npos);
  }
}

TEST_CASE("a PDF that the memory budget has no room for says what works") {
  auto& budget = algebra::memory_budget();
  const auto usual = budget.bytes();
  budget.set(algebra::MemoryBudget::least);
  budget.forget_peak();
  render::View banks;
  banks.colour_by = colouring("bank");
  // With an odd number of columns no two neighbouring cells have the same colour.
  const auto d = row_major_diagram(1023, 1023, banks);
  const auto written = render::export_bytes(d, {.format = Format::pdf});
  REQUIRE_FALSE(written);
  CHECK(written.error() ==
        "The memory budget of 64 MiB has no room for a PDF of so many cells. A slice or tile of them, or an SVG, works; so does a larger "
        "budget.");
  CHECK(budget.peak() <= budget.bytes() / 4);
  CHECK(budget.taken() == 0);
  CHECK(render::export_bytes(d, {.format = Format::svg}));
  CHECK(render::export_bytes(row_major_diagram(1024, 1024, banks), {.format = Format::pdf}));
  budget.set(usual);
}
