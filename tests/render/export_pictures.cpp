// SVG and PDF rendered back by other programs, beside the PNG of the same page.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <cairo.h>
#include <unistd.h>

#include "render/export.hpp"

namespace {

using algebra::IntTuple;
using algebra::Layout;
namespace fs = std::filesystem;

IntTuple n(std::int64_t value) { return IntTuple(value); }
IntTuple t(std::initializer_list<IntTuple> modes) { return IntTuple::tuple(modes); }

const Layout row_major(t({n(8), n(8)}), t({n(8), n(1)}));
const Layout divided(t({t({n(4), n(4)}), t({n(2), n(2)})}), t({t({n(8), n(1)}), t({n(32), n(4)})}));
const Layout owners(t({t({n(4), n(2)}), n(2)}), t({t({n(1), n(8)}), n(16)}));

/// Cards A, D and P of the starter sheet.
std::vector<render::Diagram> starter_diagrams() {
  render::View by_tile, by_thread;
  by_tile.colour_by = render::ColourBy::tile;
  by_thread.colour_by = render::ColourBy::thread;
  by_thread.label_by = render::LabelBy::thread_value;
  auto transposed = by_tile;
  transposed.transposed = true;
  std::vector<render::Diagram> result{*render::describe(row_major, "A", by_tile, {divided, {}}), *render::describe(divided, "D", transposed),
                                      *render::describe(algebra::Tensor{4, Layout(t({n(4), n(4)}), t({n(8), n(1)}))}, "P over cta", by_thread, {{}, owners})};
  result[2].note = "Thread 3 owns 2 of 16: indices 7 and 23.";
  return result;
}

struct Picture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;
};

/// A PNG over white; empty if it cannot be read.
Picture picture(const fs::path& path) {
  Picture result;
  auto* file = cairo_image_surface_create_from_png(path.c_str());
  if (cairo_surface_status(file) == CAIRO_STATUS_SUCCESS) {
    result.width = cairo_image_surface_get_width(file);
    result.height = cairo_image_surface_get_height(file);
    auto* white = cairo_image_surface_create(CAIRO_FORMAT_RGB24, result.width, result.height);
    auto* cairo = cairo_create(white);
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    cairo_set_source_surface(cairo, file, 0, 0);
    cairo_paint(cairo);
    cairo_destroy(cairo);
    cairo_surface_flush(white);
    for (int y = 0; y < result.height; ++y)
      for (int x = 0; x < result.width; ++x) {
        const auto* pixel = cairo_image_surface_get_data(white) + y * cairo_image_surface_get_stride(white) + x * 4;
        const auto word = *reinterpret_cast<const std::uint32_t*>(pixel);
        for (const int shift : {16, 8, 0}) result.rgb.push_back(static_cast<std::uint8_t>(word >> shift));
      }
    cairo_surface_destroy(white);
  }
  cairo_surface_destroy(file);
  return result;
}

/// Squares of 4 x 4 pixels as one: letters and lines are smoothed differently by every program, and moved by half a
/// pixel, but they stand in the same place.
std::vector<double> blurred(const Picture& p, int columns, int rows) {
  std::vector<double> result(static_cast<std::size_t>(columns * rows * 3));
  for (int y = 0; y < rows * 4; ++y)
    for (int x = 0; x < columns * 4; ++x)
      for (int channel = 0; channel < 3; ++channel)
        result[static_cast<std::size_t>((y / 4 * columns + x / 4) * 3 + channel)] += p.rgb[static_cast<std::size_t>((y * p.width + x) * 3 + channel)] / 16.0;
  return result;
}

/// Mean difference of a channel, 0 .. 255, and the share of channels that differ by more than 48.
struct Difference { double mean = 255, strong = 1; };

Difference difference(const Picture& a, const Picture& b) {
  if (a.rgb.empty() || b.rgb.empty() || std::abs(a.width - b.width) > 1 || std::abs(a.height - b.height) > 1) return {};
  const int columns = std::min(a.width, b.width) / 4, rows = std::min(a.height, b.height) / 4;
  const auto first = blurred(a, columns, rows), second = blurred(b, columns, rows);
  double sum = 0, strong = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const auto d = std::abs(first[i] - second[i]);
    sum += d;
    strong += d > 48;
  }
  const auto count = static_cast<double>(first.size());
  return {sum / count, strong / count};
}

bool alike(Difference d) { return d.mean < 5 && d.strong < 0.014; }

bool installed(const std::string& program) { return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0; }

class Folder {
 public:
  Folder() {
    auto name = (fs::temp_directory_path() / "cutescope-pictures-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~Folder() {
    if (!keep) fs::remove_all(path_);
  }
  fs::path operator/(const std::string& name) const { return path_ / name; }
  bool keep = false;   ///< the pictures of a failure stay to be looked at

 private:
  fs::path path_;
};

/// Each starter diagram in each theme: exported as `ending`, rendered by `command(from, to without .png, w, h)`.
template <class Command>
void compare(const std::string& ending, Command&& command) {
  Folder folder;
  for (const auto name : {render::ThemeName::light, render::ThemeName::dark, render::ThemeName::print}) {
    for (const auto& d : starter_diagrams()) {
      const auto png = folder / "expected.png", file = folder / ("file." + ending), back = folder / "back.png";
      REQUIRE(render::export_file(d, {.format = render::Format::png, .theme = name, .scale = 2}, png));
      REQUIRE(render::export_file(d, {.format = *render::format_of(file.string()), .theme = name}, file));
      const auto expected = picture(png);
      REQUIRE_FALSE(expected.rgb.empty());
      REQUIRE(std::system(command(file.string(), (folder / "back").string(), expected).c_str()) == 0);
      const auto found = difference(picture(back), expected);
      CAPTURE(d.title);
      CAPTURE(static_cast<int>(name));
      CAPTURE(found.mean);
      CAPTURE(found.strong);
      CAPTURE((folder / "").string());
      folder.keep = folder.keep || !alike(found);
      CHECK(alike(found));
    }
  }
}

}  // namespace

TEST_CASE("the comparison of pictures sees another label, another colour and another size") {
  Folder folder;
  const auto drawn = [&](const Layout& layout, render::View view) {
    REQUIRE(render::export_file(*render::describe(layout, "A", view), {.format = render::Format::png, .scale = 2}, folder / "a.png"));
    return picture(folder / "a.png");
  };
  render::View coordinates, greys;
  coordinates.label_by = render::LabelBy::coordinate_1d;
  greys.palette = render::PaletteName::greys;
  const auto plain = drawn(row_major, {});
  CHECK(alike(difference(plain, plain)));
  CHECK_FALSE(alike(difference(plain, drawn(row_major, coordinates))));
  CHECK_FALSE(alike(difference(plain, drawn(row_major, greys))));
  CHECK_FALSE(alike(difference(plain, drawn(Layout(t({n(8), n(7)}), t({n(8), n(1)})), {}))));
}

TEST_CASE("SVG rendered back is the picture that the PNG shows") {
  if (!installed("rsvg-convert")) {
    MESSAGE("SKIPPED: rsvg-convert is not installed (librsvg2-bin); SVG files were not rendered back");
    return;
  }
  compare("svg", [](const std::string& from, const std::string& to, const Picture& p) {
    return "rsvg-convert -w " + std::to_string(p.width) + " -h " + std::to_string(p.height) + " '" + from + "' -o '" + to + ".png'";
  });
}

TEST_CASE("PDF rendered back is the picture that the PNG shows") {
  if (!installed("pdftoppm")) {
    MESSAGE("SKIPPED: pdftoppm is not installed (poppler-utils); PDF files were not rendered back");
    return;
  }
  compare("pdf", [](const std::string& from, const std::string& to, const Picture&) {
    return "pdftoppm -r 144 -singlefile -png '" + from + "' '" + to + "'";
  });
}
