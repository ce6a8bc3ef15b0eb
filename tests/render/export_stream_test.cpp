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

#include "render/export_pen.hpp"
#include "tests/choices.hpp"
#include "tests/render/to_file.hpp"
#include "tests/skip.hpp"

namespace {

using algebra::IntTuple;
using algebra::Layout;
using render::Format;
namespace fs = std::filesystem;

IntTuple n(std::int64_t value) { return IntTuple(value); }
IntTuple t(std::initializer_list<IntTuple> modes) { return IntTuple::tuple(modes); }

render::Diagram row_major(std::int64_t rows, std::int64_t columns, render::View view = {}) {
  return *render::describe(Layout(t({n(rows), n(columns)}), t({n(columns), n(1)})), "A", view);
}

class Folder {
 public:
  Folder() {
    auto name = (fs::temp_directory_path() / "cutescope-stream-XXXXXX").string();
    path = ::mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(path); }
  fs::path path;
};

std::string content(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + what.size())) ++found;
  return found;
}

double peak_mib() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

bool installed(const std::string& program) { return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0; }

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
  const auto d = row_major(1024, 1024);
  const auto before = peak_mib();
  for (const auto format : {Format::svg, Format::pdf}) {
    const auto path = (folder.path / "large").string();
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
        row_major(400, 400), {.format = format}, [](std::string_view) { return true; }, [&](double) { return ++calls < 3; });
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
  const auto svg = *render::export_bytes(row_major(256, 256, view), {});
  CHECK(count(svg, "h30v7680h-30") == 256);
}

TEST_CASE("a large PDF has the same words as a small one") {
  if (!installed("pdftotext")) {
    skipped("pdftotext is not installed (poppler-utils)");
    return;
  }
  const Folder folder;
  render::View natural;
  natural.label_by = labelling("natural");
  auto d = row_major(24, 10, natural);
  d.title = "T\xC3\xA4g (x) \\ \xE4\xBD\x8D";
  d.note = "a note \xC2\xB7 of words";
  const render::Page page(d, {.format = Format::pdf});
  std::array<std::string, 2> texts;
  for (const bool streamed : {false, true}) {
    const auto pen = streamed ? render::make_streaming_pdf_pen(page.size(), d.title) : render::make_cairo_pdf_pen(page.size(), d.title);
    page.draw(*pen);
    std::ofstream(folder.path / "a.pdf", std::ios::binary) << *pen->finish();
    REQUIRE(std::system(("cd '" + folder.path.string() + "' && pdftotext -layout a.pdf a.txt && pdfinfo a.pdf >a.info").c_str()) == 0);
    texts[streamed] = content(folder.path / "a.txt");
    CHECK(content(folder.path / "a.info").find(d.title) != std::string::npos);
    texts[streamed].erase(std::remove_if(texts[streamed].begin(), texts[streamed].end(), [](char c) { return c == ' ' || c == '\n'; }),
                          texts[streamed].end());
  }
  CHECK(texts[1].find("(23,9)") != std::string::npos);
  CHECK(texts[1] == texts[0]);
}
