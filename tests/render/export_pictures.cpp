// SVG and PDF rendered back by other programs, beside the PNG of the same page.

#include <doctest/doctest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "render/export.hpp"
#include "tests/choices.hpp"
#include "tests/render/pictures.hpp"
#include "tests/render/to_file.hpp"
#include "tests/render/tuples.hpp"
#include "tests/skip.hpp"

namespace {

using algebra::IntTuple;
using algebra::Layout;
using namespace pictures;

using namespace tuples;

const Layout owners(t({t({n(4), n(2)}), n(2)}), t({t({n(1), n(8)}), n(16)}));

/// Cards A, D and P of the starter sheet.
std::vector<render::Diagram> starter_diagrams() {
  render::View by_tile, by_thread;
  by_tile.colour_by = render::ColourBy::tile;
  by_thread.colour_by = render::ColourBy::thread;
  by_thread.label_by = render::LabelBy::thread_value;
  auto transposed = by_tile;
  transposed.transposed = true;
  std::vector<render::Diagram> result{
      *render::describe(row_major(8, 8), "A", by_tile, {.tiles = divided}), *render::describe(divided, "D", transposed),
      *render::describe(algebra::Tensor{4, Layout(t({n(4), n(4)}), t({n(8), n(1)}))}, "P over cta", by_thread, {.owners = owners})};
  result[2].note = "Thread 3 owns 2 of 16: indices 7 and 23.";
  return result;
}

/// Each starter diagram in each theme: exported as `ending`, rendered by `command(from, to without .png, w, h)`.
template <class Command>
void compare(const std::string& ending, Command&& command) {
  PictureFolder folder;
  for (const auto name : {render::ThemeName::light, render::ThemeName::dark, render::ThemeName::print}) {
    for (const auto& d : starter_diagrams()) {
      const auto png = folder / "expected.png", file = folder / ("file." + ending), back = folder / "back.png";
      REQUIRE(render::export_file(d, {.format = render::Format::png, .theme = name, .scale = 2}, png));
      REQUIRE(render::export_file(d, {.format = *render::format_of(file.string()), .theme = name}, file));
      const auto expected = read_png(png);
      REQUIRE_FALSE(expected.rgb.empty());
      REQUIRE(std::system(command(file.string(), (folder / "back").string(), expected).c_str()) == 0);
      const auto found = difference(read_png(back), expected);
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
  PictureFolder folder;
  const auto drawn = [&](const Layout& layout, render::View view) {
    REQUIRE(render::export_file(*render::describe(layout, "A", view), {.format = render::Format::png, .scale = 2}, folder / "a.png"));
    return read_png(folder / "a.png");
  };
  render::View coordinates, greys;
  coordinates.label_by = labelling("1d");
  greys.palette = render::PaletteName::greys;
  const auto plain = drawn(row_major(8, 8), {});
  CHECK(alike(difference(plain, plain)));
  CHECK_FALSE(alike(difference(plain, drawn(row_major(8, 8), coordinates))));
  CHECK_FALSE(alike(difference(plain, drawn(row_major(8, 8), greys))));
  CHECK_FALSE(alike(difference(plain, drawn(Layout(t({n(8), n(7)}), t({n(8), n(1)})), {}))));
}

TEST_CASE("SVG rendered back is the picture that the PNG shows") {
  if (!installed("rsvg-convert")) {
    skipped("rsvg-convert is not installed (librsvg2-bin); SVG files were not rendered back");
    return;
  }
  compare("svg", [](const std::string& from, const std::string& to, const Picture& p) {
    return "rsvg-convert -w " + std::to_string(p.width) + " -h " + std::to_string(p.height) + " '" + from + "' -o '" + to + ".png'";
  });
}

TEST_CASE("PDF rendered back is the picture that the PNG shows") {
  if (!installed("pdftoppm")) {
    skipped("pdftoppm is not installed (poppler-utils); PDF files were not rendered back");
    return;
  }
  compare("pdf", [](const std::string& from, const std::string& to, const Picture&) {
    return "pdftoppm -r 144 -singlefile -png '" + from + "' '" + to + "'";
  });
}
