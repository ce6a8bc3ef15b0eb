// Fifty diagrams as the window draws them, offscreen, beside what other programs make of their SVG, PDF and TikZ files:
// the same fill in every cell, a tile border where there is one, and every label in the text.

#include <doctest/doctest.h>

#include <array>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "render/export_pen.hpp"
#include "tests/choices.hpp"
#include "tests/render/gl_canvas.hpp"
#include "tests/render/pictures.hpp"
#include "tests/render/to_file.hpp"
#include "tests/render/tuples.hpp"
#include "tests/render/written.hpp"
#include "tests/skip.hpp"

namespace {

using algebra::IntTuple;
using algebra::Layout;
using pictures::Picture;
using namespace render;

using namespace tuples;
using namespace written;

Layout flat(std::int64_t rows, std::int64_t columns, std::int64_t row, std::int64_t column) {
  return {t({n(rows), n(columns)}), t({n(row), n(column)})};
}

/// Ranks 1 to 3, nested and flat, swizzled, strided, of one row; the last ones are large.
std::vector<algebra::Value> values() {
  const auto swizzled = [](int bits, int base, int shift, const Layout& l) {
    return algebra::ComposedLayout{{algebra::Swizzle{bits, base, shift}, {algebra::Int{0, true}, 0}}, l};
  };
  return {flat(8, 8, 8, 1),
          divided,
          Layout(n(12), n(3)),
          swizzled(3, 0, 3, flat(8, 8, 8, 1)),
          Layout(t({n(3), n(4), n(2)}), t({n(1), n(3), n(12)})),
          algebra::Tensor{.offset = 5, .layout = flat(5, 9, 2, 11)},
          Layout(t({t({n(2), t({n(2), n(3)})}), t({n(3), n(2)})}), t({t({n(1), t({n(6), n(24)})}), t({n(2), n(72)})})),
          flat(16, 16, 1, 16),
          swizzled(2, 1, 3, flat(4, 16, 16, 1)),
          flat(6, 7, 0, -3),
          flat(1, 20, 0, 1),
          flat(7, 3, 3, 1),
          Layout(t({n(2), t({n(2), n(2)}), n(2), n(3)}), t({n(1), t({n(2), n(24)}), n(4), n(8)})),
          flat(150, 170, 170, 1)};
}

struct PictureCase {
  Diagram diagram;
  bool large = false;
};

std::vector<PictureCase> cases() {
  const std::array colours{ColourBy::index,   ColourBy::tile,       colouring("mode"),   ColourBy::thread, colouring("value"),
                           colouring("bank"), colouring("swizzle"), colouring("sector"), ColourBy::none};
  const std::array labels{LabelBy::index,       LabelBy::thread_value, labelling("natural"), labelling("1d"),
                          labelling("address"), LabelBy::index,        LabelBy::none};
  const Layout owners(t({n(8), n(8)}), t({n(1), n(8)}));
  const auto all = values();
  std::vector<PictureCase> result;
  for (std::size_t i = 0; i < 50; ++i) {
    View view;
    view.colour_by = colours[i % colours.size()];
    view.label_by = labels[i % labels.size()];
    view.palette = static_cast<PaletteName>(i / 3 % 5);
    view.transposed = i % 5 == 2;
    view.slice = static_cast<std::int64_t>(i % 2);
    view.slabs = i % 4 < 2;
    view.headings = static_cast<Headings>(i / 2 % 3);
    const bool large = i % all.size() == all.size() - 1;
    if (large) view.label_by = LabelBy::none;
    Context context;
    if (view.colour_by == ColourBy::thread || view.colour_by == colouring("value") || view.label_by == LabelBy::thread_value)
      context.owners = owners;
    auto d = describe(all[i % all.size()], fmt::format("D{}", i), view, context);
    REQUIRE(d);
    result.push_back({std::move(*d), large});
  }
  return result;
}

/// A picture of a grid: where its cells stand on it, in pixels.
struct Shown {
  Picture picture;
  double left = 0, top = 0, width = 1, height = 1;  ///< of a cell, from the grid's corner

  /// Returns the mean of two by two pixels there.
  std::array<double, 3> at(double row, double column) const {
    std::array<double, 3> sum{};
    const auto x = static_cast<int>(std::lround(left + column * width)), y = static_cast<int>(std::lround(top + row * height));
    for (int k = 0; k < 4; ++k) {
      const auto px = std::clamp(x - k % 2, 0, picture.width - 1), py = std::clamp(y - k / 2, 0, picture.height - 1);
      for (std::size_t channel = 0; channel < 3; ++channel)
        sum[channel] += picture.rgb[static_cast<std::size_t>(py * picture.width + px) * 3 + channel] / 4.0;
    }
    return sum;
  }
  /// Returns the darkest within two pixels.
  double darkest(double row, double column) const {
    double least = 255;
    for (int dy = -2; dy <= 2; ++dy)
      for (int dx = -2; dx <= 2; ++dx) {
        const auto x = static_cast<int>(std::lround(left + column * width)) + dx,
                   y = static_cast<int>(std::lround(top + row * height)) + dy;
        if (x >= 0 && y >= 0 && x < picture.width && y < picture.height)
          least = std::min<double>(least, picture.rgb[static_cast<std::size_t>(y * picture.width + x) * 3 + 1]);
      }
    return least;
  }
};

constexpr int canvas_side = 1400;

/// Returns the pixels that the window draws, at `cell` pixels a cell.
Shown drawn(gl::Offscreen& offscreen, gl::GridPainter& painter, const Diagram& d, double cell) {
  const auto width = static_cast<float>(cell * static_cast<double>(d.columns.extent)),
             height = static_cast<float>(cell * static_cast<double>(d.rows.extent));
  painter.draw(d,
               {.framebuffer_width = canvas_side,
                .framebuffer_height = canvas_side,
                .x = 0,
                .y = 0,
                .width = width,
                .height = height,
                .clip_x = 0,
                .clip_y = 0,
                .clip_width = canvas_side,
                .clip_height = canvas_side,
                .first_row = 0,
                .first_column = 0,
                .cell = cell},
               ThemeName::light);
  Shown result{.picture = {canvas_side, canvas_side, {}}, .width = cell, .height = cell};
  const auto rgba = offscreen.read_rgba();
  for (std::size_t i = 0; i < rgba.size(); ++i)
    if (i % 4 != 3) result.picture.rgb.push_back(rgba[i]);
  return result;
}

/// Cells whose fill differs, and tile borders that are missing; labels stand between the places looked at.
/// `inset`: of those, from the top of a cell.
int wrong_places(const Diagram& d, bool large, const Shown& expected, const Shown& found, double inset = 0.13) {
  if (found.picture.rgb.empty()) return 1000000;
  int wrong = 0;
  const auto check = [&](double row, double column) {
    const auto a = expected.at(row, column), b = found.at(row, column);
    for (std::size_t k = 0; k < 3; ++k)
      if (std::abs(a[k] - b[k]) > (large ? 14 : 5)) return void(++wrong);
  };
  for (std::int64_t r = 0; r < d.rows.extent; ++r)
    for (std::int64_t c = 0; c < d.columns.extent; ++c) {
      const auto row = static_cast<double>(r), column = static_cast<double>(c);
      if (large) {
        check(row + 0.5, column + 0.5);
        continue;
      }
      for (const double v : {inset, 1 - inset})
        for (const double u : {0.15, 0.5, 0.85}) check(row + v, column + u);
      // A line of a pixel may be spread over two.
      const auto border = [&](double y, double x) { wrong += found.darkest(y, x) - expected.darkest(y, x) > 140; };
      if (d.rows.border_level(r) > 0) border(row, column + 0.5);
      if (d.columns.border_level(c) > 0) border(row + 0.15, column);
    }
  return wrong;
}

/// Labels of which a line is no word of the text.
int missing_labels(const Diagram& d, const std::set<std::string>& words) {
  int missing = 0;
  for (std::int64_t r = 0; r < d.rows.extent; ++r)
    for (std::int64_t c = 0; c < d.columns.extent; ++c) {
      std::istringstream lines(d.label(r, c));
      for (std::string line; std::getline(lines, line);) missing += !words.contains(line);
    }
  return missing;
}

std::set<std::string> words_of(std::string text, bool tags) {
  for (auto& c : text)
    if (tags && (c == '<' || c == '>')) c = ' ';
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

struct Window {
  std::unique_ptr<gl::Offscreen> offscreen;
  std::unique_ptr<gl::GridPainter> painter;
};
std::optional<Window> window() {
  auto offscreen = gl::Offscreen::create(canvas_side, canvas_side);
  if (!offscreen) {
    skipped("no offscreen OpenGL: " + offscreen.error().text());
    return std::nullopt;
  }
  auto painter = gl::GridPainter::create();
  REQUIRE(painter);
  return Window{std::move(*offscreen), std::move(*painter)};
}

/// Whole pixels a cell, so that the window's cells are all alike.
double pixels_a_cell(const PictureCase& c) {
  return std::min(c.large ? 8.0 : 44.0,
                  std::floor(canvas_side / static_cast<double>(std::max(c.diagram.rows.extent, c.diagram.columns.extent))));
}

bool missing(std::initializer_list<const char*> programs, const char* what) {
  for (const auto* program : programs)
    if (!pictures::installed(program)) {
      skipped(std::string(program) + " is not installed; " + what);
      return true;
    }
  return false;
}

}  // namespace

TEST_CASE("SVG and PDF of fifty diagrams show what the window shows") {
  if (missing({"rsvg-convert", "pdftoppm", "pdftotext"}, "files were not compared with the window's picture")) return;
  auto gl = window();
  if (!gl) return;
  pictures::PictureFolder folder;
  int number = 0;
  for (const auto& c : cases()) {
    const auto& d = c.diagram;
    const auto cell = pixels_a_cell(c);
    const auto expected = drawn(*gl->offscreen, *gl->painter, d, cell);
    const Page page(d, {.theme = ThemeName::light});
    const auto scale = cell / page.cell();
    const auto stem = fmt::format("{}", number++);
    CAPTURE(stem);
    CAPTURE(d.subtitle);
    CAPTURE((folder / "").string());

    const auto shown = [&](const std::string& name) {
      return Shown{pictures::read_png(folder / name), page.grid_left() * scale, page.grid_top() * scale, cell, cell};
    };
    const auto settled = [&](const char* file, int wrong) {
      CAPTURE(std::string(file));
      CHECK(wrong == 0);
      folder.keep = folder.keep || wrong != 0;
    };
    const auto run = [&](const std::string& command) {
      REQUIRE(std::system(("cd '" + (folder / "").string() + "' && timeout 60 " + command).c_str()) == 0);
    };

    REQUIRE(export_file(d, {.theme = ThemeName::light}, folder / (stem + ".svg")));
    run(fmt::format("rsvg-convert -d 72 -p 72 -z {} {}.svg -o {}.svg.png", scale, stem, stem));
    settled("svg", wrong_places(d, c.large, expected, shown(stem + ".svg.png")));
    CHECK(missing_labels(d, words_of(content(folder / (stem + ".svg")), true)) == 0);

    REQUIRE(export_file(d, {.format = Format::pdf, .theme = ThemeName::light}, folder / (stem + ".pdf")));
    run(fmt::format("pdftoppm -r {} -singlefile -png {}.pdf {}.pdf", 72 * scale, stem, stem));
    settled("pdf", wrong_places(d, c.large, expected, shown(stem + ".pdf.png")));
    if (c.large) continue;
    run(fmt::format("pdftotext -raw {}.pdf {}.txt", stem, stem));
    CHECK(missing_labels(d, words_of(content(folder / (stem + ".txt")), false)) == 0);
  }
}

TEST_CASE("TikZ of ten diagrams shows what the window shows") {
  if (missing({"pdflatex", "pdftoppm", "kpsewhich"}, "TikZ files were not compiled")) return;
  if (std::system("kpsewhich standalone.cls tikz.sty >/dev/null") != 0) {
    skipped("standalone.cls and tikz.sty are not installed (texlive-latex-extra, texlive-pictures)");
    return;
  }
  auto gl = window();
  if (!gl) return;
  pictures::PictureFolder folder;
  const auto all = cases();
  for (std::size_t i = 0; i < 10; ++i) {
    const auto& d = all[i].diagram;
    constexpr double cell = 60;
    const auto expected = drawn(*gl->offscreen, *gl->painter, d, cell);
    const auto stem = fmt::format("{}", i);
    CAPTURE(stem);
    CAPTURE(d.subtitle);
    CAPTURE((folder / "").string());
    REQUIRE(
        export_file(d, {.format = Format::tex, .theme = ThemeName::light, .headings = false, .title = false}, folder / (stem + ".tex")));
    const auto command = fmt::format(
        "cd '{}' && timeout 60 pdflatex -interaction=batchmode -halt-on-error {}.tex >/dev/null 2>&1 && pdftoppm -r {} -singlefile -png "
        "{}.pdf {}",
        (folder / "").string(), stem, cell * 2.54, stem, stem);
    const bool compiled = std::system(command.c_str()) == 0;
    CHECK(compiled);
    Shown found{.picture = pictures::read_png(folder / (stem + ".png"))};
    // The picture is the grid and half of its frame, which is 1.2 TeX points wide.
    found.left = found.top = 0.6 / 72.27 * cell * 2.54;
    found.width = (found.picture.width - 2 * found.left) / static_cast<double>(d.columns.extent);
    found.height = (found.picture.height - 2 * found.top) / static_cast<double>(d.rows.extent);
    // Two lines of TeX's large letters leave little of a cell.
    const auto wrong = wrong_places(d, false, expected, found, 0.06);
    CHECK(wrong == 0);
    folder.keep = folder.keep || wrong != 0 || !compiled;
  }
}
