#include <doctest/doctest.h>

#include <algorithm>

#include "render/figure.hpp"
#include "render/figure_layout.hpp"

namespace {

using algebra::IntTuple;
using algebra::Layout;
using render::Format;

IntTuple n(std::int64_t value) { return IntTuple(value); }
IntTuple t(std::initializer_list<IntTuple> modes) { return IntTuple::tuple(modes); }
Layout row_major(std::int64_t rows, std::int64_t columns) { return Layout(t({n(rows), n(columns)}), t({n(columns), n(1)})); }

render::Panel panel(const Layout& layout, std::string joint = "", std::string caption = "") {
  return {*render::describe(layout, "A", {}), std::move(caption), std::move(joint)};
}

render::Figure two() {
  render::Figure f;
  f.panels = {panel(row_major(4, 4), "o", "before"), panel(row_major(2, 8), "", "after")};
  f.title = "A title";
  f.caption = "What it shows & why";
  return f;
}

render::FigureOptions options(Format format, double width_cm = 0) {
  render::FigureOptions o;
  o.page.format = format;
  o.width_cm = width_cm;
  return o;
}

std::string bytes(const render::Figure& f, const render::FigureOptions& o) {
  const auto made = render::figure_bytes(f, o);
  REQUIRE_MESSAGE(made, (made ? "" : made.error()));
  return *made;
}

bool has(const std::string& text, const std::string& what) { return text.find(what) != std::string::npos; }

/// Sizes of all letters of an SVG.
std::vector<double> letter_sizes(const std::string& svg) {
  std::vector<double> sizes;
  const std::string key = "font-size=\"";
  for (auto at = svg.find(key); at != std::string::npos; at = svg.find(key, at + 1))
    sizes.push_back(std::stod(svg.substr(at + key.size())));
  return sizes;
}

}  // namespace

TEST_CASE("a figure has its words as text, in every format that has text") {
  for (const auto format : {Format::svg, Format::tex, Format::txt}) {
    const auto text = bytes(two(), options(format));
    for (const char* word : {"A title", "before", "after", "(4,4):(4,1)"}) CHECK_MESSAGE(has(text, word), word);
  }
  CHECK(has(bytes(two(), options(Format::svg)), "What it shows &amp; why"));
  CHECK(has(bytes(two(), options(Format::tex)), "What it shows \\& why"));
  CHECK(bytes(two(), options(Format::pdf)).starts_with("%PDF"));
  CHECK(bytes(two(), options(Format::png)).starts_with("\x89PNG"));
}

TEST_CASE("panels do not touch, and lie on the page") {
  for (const double width : {0.0, 5.0, 8.5, 17.0}) {
    const auto layout = render::lay_out(two(), options(Format::svg, width));
    REQUIRE(layout.grids.size() == 2);
    if (width > 0) CHECK(layout.size.width == doctest::Approx(width * render::points_per_cm));
    const auto& a = layout.grids[0];
    const auto& b = layout.grids[1];
    CHECK((a.x + a.width < b.x || a.y + a.height < b.y));
    for (const auto& g : layout.grids) {
      CHECK(g.x >= 0);
      CHECK(g.x + g.width <= layout.size.width);
      CHECK(g.y + g.height <= layout.size.height);
    }
  }
}

TEST_CASE("rows of panels break before labels are left out") {
  render::Figure f;
  for (int i = 0; i < 4; ++i) f.panels.push_back(panel(row_major(8, 8)));
  const auto wide = render::lay_out(f, options(Format::svg));
  CHECK(wide.grids[0].y == wide.grids[3].y);
  const auto narrow = render::lay_out(f, options(Format::svg, 8.5));
  CHECK(narrow.grids[0].y < narrow.grids[3].y);
  for (const auto& g : narrow.grids) CHECK(g.diagram.view.label_by == render::LabelBy::index);
}

TEST_CASE("no letter is smaller than six points, at any width") {
  for (const std::int64_t columns : {4, 16, 64, 128})
    for (const double width : {2.0, 4.0, 8.5, 17.0}) {
      render::Figure f;
      f.panels = {panel(row_major(8, columns), "=", "a caption"),
                  panel(Layout(t({t({n(2), n(4)}), t({n(4), n(columns / 4)})}), t({t({n(1), n(2)}), t({n(8), n(32)})})))};
      auto o = options(Format::svg, width);
      o.legend = true;
      const auto svg = bytes(f, o);
      for (const auto size : letter_sizes(svg)) CHECK(size >= render::least_letter_points - 0.01);
    }
}

TEST_CASE("a figure too dense for labels has none, and one of a column's width has them") {
  const auto labels = [](std::int64_t columns) {
    render::Figure f;
    f.panels = {panel(row_major(8, columns))};
    return render::lay_out(f, options(Format::svg, 8.5)).grids[0].diagram.view.label_by;
  };
  CHECK(labels(12) == render::LabelBy::index);
  CHECK(labels(128) == render::LabelBy::none);
}

TEST_CASE("one column of panels, and a panel without a diagram keeps its place") {
  render::Figure f;
  f.columns = 2;
  f.panels = {render::Panel{}, panel(row_major(4, 8)), panel(row_major(8, 4)), panel(row_major(8, 8))};
  const auto layout = render::lay_out(f, options(Format::svg));
  REQUIRE(layout.grids.size() == 3);
  CHECK(layout.grids[0].x == layout.grids[2].x);
  CHECK(layout.grids[1].y == layout.grids[2].y);
  CHECK(layout.grids[1].x < layout.grids[2].x);
  for (const auto& g : render::lay_out(f, options(Format::svg, 8.5)).grids) CHECK(g.x + g.width <= 8.5 * render::points_per_cm);
}

TEST_CASE("legend, borders, font and background are as asked") {
  auto o = options(Format::svg, 8.5);
  o.legend = true;
  o.font = "Some \"Font";
  const auto with = bytes(two(), o);
  CHECK(has(with, ">index</text>"));
  CHECK(has(with, "'Some Font'"));
  o.page.transparent = true;
  CHECK(bytes(two(), o).size() < with.size());
  o.page.theme = render::ThemeName::dark;
  CHECK_FALSE(has(bytes(two(), o), "#ffffff"));
}

TEST_CASE("a single diagram without wishes is exported as ever") {
  render::Figure f;
  f.panels = {panel(row_major(4, 4))};
  const auto o = options(Format::svg);
  CHECK(bytes(f, o) == *render::export_bytes(*f.panels[0].diagram, o.page));
}

TEST_CASE("what is no figure is refused in a sentence") {
  CHECK(render::figure_bytes({}, options(Format::svg)).error() == "The figure has nothing to draw.");
  CHECK(has(render::figure_bytes(two(), options(Format::svg, 1)).error(), "2 to 200 cm"));
  render::Figure f;
  f.panels = {panel(row_major(1024, 1024)), panel(row_major(2, 2))};
  CHECK(has(render::figure_bytes(f, options(Format::svg)).error(), "too many for one page"));
}

TEST_CASE("lines break after spaces and commas, and anywhere where they must") {
  using Lines = std::vector<std::string>;
  CHECK(render::broken_lines("((4,4),(2,2))", render::Font::mono, 10, 50) == Lines{"((4,4),", "(2,2))"});
  CHECK(render::broken_lines("abcdefgh", render::Font::mono, 10, 30) == Lines{"abcde", "fgh"});
  CHECK(render::broken_lines("a\nb", render::Font::sans, 10, 100) == Lines{"a", "b"});
  CHECK(render::broken_lines("", render::Font::sans, 10, 100).empty());
  for (const auto& line : render::broken_lines("矩阵矩阵", render::Font::mono, 10, 12)) CHECK(line.size() % 3 == 0);
}
