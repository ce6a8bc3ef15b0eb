#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <unistd.h>

#include "picture_of.hpp"
#include "render/cropped.hpp"
#include "render/figure.hpp"
#include "render/figure_layout.hpp"
#include "tests/render/pictures.hpp"
#include "tests/render/tuples.hpp"

namespace {

using algebra::IntTuple;
using algebra::Layout;
using render::Format;

using namespace tuples;

render::Panel panel(const Layout& layout, std::string joint = "", std::string caption = "") {
  return {*render::describe(layout, "A", {}), algebra::Message::verbatim(std::move(caption)), std::move(joint)};
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

TEST_CASE("no letter is smaller than five points, at any width") {
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

namespace {

/// Returns a tile of 16 x 8 elements, each with a thread's number above a value's.
render::Panel owned_panel(std::int64_t columns = 8) {
  render::View view;
  view.colour_by = render::ColourBy::thread;
  view.label_by = render::LabelBy::thread_value;
  render::Context context;
  context.owners = Layout(t({n(32), n(columns / 2)}), t({n(1), n(32)}));
  return {*render::describe(Layout(t({n(16), n(columns)}), t({n(1), n(16)})), "C", view, context), "", ""};
}

/// Returns the attribute of the file's first element, in points.
double svg_length(const std::string& svg, const std::string& name) {
  return std::stod(svg.substr(svg.find(name + "=\"") + name.size() + 2));
}

/// Returns whether an SVG has this label, alone in its element.
bool has_label(const std::string& svg, const std::string& label) { return has(svg, ">" + label + "</text>"); }

}  // namespace

TEST_CASE("what a figure says of its size and letters is what its file has") {
  std::vector<render::Figure> figures(4);
  figures[0].panels = {panel(row_major(8, 8))};
  figures[1] = two();
  figures[2].panels = {owned_panel()};
  figures[3].panels = {owned_panel(16), panel(row_major(4, 12)), owned_panel()};
  figures[3].columns = 2;
  std::vector<render::FigureOptions> all{options(Format::svg)};
  for (const double width : {4.0, 6.0, 8.5, 17.0, 40.0}) all.push_back(options(Format::svg, width));
  for (const auto& page : render::figure_templates) {
    all.push_back(options(Format::svg, page.width_cm));
    all.back().letters = page.letters;
    all.back().legend = true;
  }
  int labelled = 0, unlabelled = 0;
  for (std::size_t i = 0; i < figures.size(); ++i)
    for (const auto& o : all) {
      CAPTURE(i);
      CAPTURE(o.width_cm);
      CAPTURE(o.letters);
      const auto facts = render::facts_of(figures[i], o);
      REQUIRE(facts);
      const auto svg = bytes(figures[i], o);
      const auto sizes = letter_sizes(svg);
      CHECK(facts->size.width == doctest::Approx(svg_length(svg, "width")).epsilon(1e-4));
      CHECK(facts->size.height == doctest::Approx(svg_length(svg, "height")).epsilon(1e-4));
      CHECK(facts->least_letters == doctest::Approx(*std::ranges::min_element(sizes)).epsilon(2e-3));
      CHECK(facts->least_letters >= render::least_letter_points - 0.01);
      // A template gives the size of its largest labels; titles and captions are larger.
      if (o.letters > 0) CHECK(*std::ranges::max_element(sizes) <= o.letters * 1.2);
      // Labels are there or missed.
      const auto last = i < 2 ? (i == 0 ? "63" : "15") : "T31";
      CHECK(has_label(svg, last) == facts->unlabelled.empty());
      ++(facts->unlabelled.empty() ? labelled : unlabelled);
      if (facts->unlabelled.empty()) continue;
      // The width that it says is enough, and a millimetre less is not.
      auto wider = o;
      wider.width_cm = facts->labelled_width_cm;
      CHECK(render::facts_of(figures[i], wider)->unlabelled.empty());
      CHECK(has_label(bytes(figures[i], wider), last));
      wider.width_cm -= 0.1;
      CHECK_FALSE(render::facts_of(figures[i], wider)->unlabelled.empty());
      CHECK(has(render::warnings(*facts).at(0), "is the least width that shows them"));
    }
  CHECK(labelled > 10);
  CHECK(unlabelled > 3);
}

TEST_CASE("nothing is larger than its box, and what is cut is said") {
  std::vector<render::Figure> figures(5);
  figures[0].panels = {panel(row_major(8, 8))};
  figures[1] = two();
  figures[2].panels = {owned_panel(16)};
  figures[3].panels = {panel(row_major(128, 96), "", "a caption")};
  figures[4].panels = {owned_panel(16), panel(row_major(64, 12)), owned_panel()};
  figures[4].columns = 2;
  int cut = 0;
  for (std::size_t i = 0; i < figures.size(); ++i)
    for (const auto& page : render::figure_templates) {
      CAPTURE(i);
      CAPTURE(page.name);
      auto o = options(Format::svg, page.width_cm);
      o.height_cm = page.height_cm;
      o.letters = page.letters;
      const auto facts = render::facts_of(figures[i], o);
      REQUIRE(facts);
      CHECK(facts->size.width <= page.width_cm * render::points_per_cm + 0.1);
      CHECK(facts->size.height <= page.height_cm * render::points_per_cm + 0.1);
      CHECK(facts->least_letters >= render::least_letter_points - 0.01);
      CHECK(facts->unlabelled.empty());
      // The part that is shown is in the file, with its labels; the part that is left out is named.
      const auto svg = bytes(figures[i], o);
      CHECK(has_label(svg, "…") == !facts->cut.empty());
      for (const auto& part : facts->cut) CHECK(has(part.text(), " of "));
      if (facts->cut.empty()) continue;
      ++cut;
      CHECK(has(render::warnings(*facts).at(0), "without labels all of it is drawn"));
      for (auto& p : figures[i].panels) p.diagram->view.label_by = render::LabelBy::none;
      const auto whole = render::facts_of(figures[i], o);
      REQUIRE(whole);
      CHECK(whole->cut.empty());
      CHECK(whole->size.height <= page.height_cm * render::points_per_cm + 0.1);
    }
  CHECK(cut >= 1);
}

TEST_CASE("a figure that nobody gives a size has room on A4, whole, and one with room is as it was") {
  const auto& a4 = *std::ranges::find(render::figure_templates, "page", &render::FigureTemplate::name);
  auto o = options(Format::svg);
  o.page.most = {a4.width_cm * render::points_per_cm, a4.height_cm * render::points_per_cm};
  const auto fits = [&](const render::FigureFacts& facts) {
    return facts.size.width <= o.page.most.width && facts.size.height <= o.page.most.height;
  };
  render::Figure small;
  small.panels = {panel(row_major(8, 8))};
  CHECK(render::is_plain(small, o));
  CHECK(bytes(small, o) == bytes(small, options(Format::svg)));
  // Smaller cells, down to letters of 5 pt; then shorter labels; then none, but all cells.
  render::Figure larger;
  larger.panels = {panel(row_major(24, 24))};
  auto facts = render::facts_of(larger, o);
  REQUIRE(facts);
  CHECK(fits(*facts));
  CHECK(render::warnings(*facts).empty());
  render::Figure owned;
  owned.panels = {owned_panel(40)};
  facts = render::facts_of(owned, o);
  REQUIRE(facts);
  CHECK(fits(*facts));
  REQUIRE(facts->shortened.size() == 1);
  CHECK(has(render::warnings(*facts).at(0), "Labels by thread in C: longer ones would be smaller than 5 pt"));
  CHECK(has_label(bytes(owned, o), "31"));
  render::Figure vast;
  vast.panels = {panel(row_major(200, 300))};
  facts = render::facts_of(vast, o);
  REQUIRE(facts);
  CHECK(fits(*facts));
  CHECK(facts->cut.empty());
  CHECK(has(render::warnings(*facts).at(0),
            "No labels in A: their letters would be smaller than 5 pt; in its natural size the figure has them."));
}

TEST_CASE("where not all slices have room the first are shown, and which is said") {
  render::Figure f;
  for (int i = 0; i < 40; ++i) f.panels.push_back(panel(row_major(8, 8), "", fmt::format("(_,_,{})", i)));
  f.slices = true;
  auto o = options(Format::svg, 8.5);
  o.height_cm = 11;
  o.letters = 9;
  const auto facts = render::facts_of(f, o);
  REQUIRE(facts);
  REQUIRE(facts->cut.size() == 1);
  const auto said = facts->cut[0].text();
  CHECK(said.starts_with("slices 0 to "));
  CHECK(said.ends_with(" of 40"));
  CHECK(facts->size.height <= 11 * render::points_per_cm + 0.1);
  const auto last = std::stoi(said.substr(12));
  const auto svg = bytes(f, o);
  CHECK(has(svg, fmt::format("(_,_,{})", last)));
  CHECK_FALSE(has(svg, fmt::format("(_,_,{})", last + 1)));
  CHECK(has(svg, "…"));
}

TEST_CASE("a product of matrices keeps its whole, without labels where these have no room") {
  const auto mma = picture_of("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1))", "mma");
  render::Figure f;
  f.panels.push_back({mma, "", ""});
  auto o = options(Format::svg, 8.5);
  o.height_cm = 11;
  o.letters = 9;
  const auto facts = render::facts_of(f, o);
  REQUIRE(facts);
  CHECK(facts->cut.empty());
  CHECK(facts->unlabelled.size() == 1);
}

TEST_CASE("a cropped picture has the labels, colours and owners of the whole") {
  const auto check_part = [](const render::Diagram& whole, std::int64_t rows, std::int64_t columns) {
    const auto part = render::cropped(whole, rows, columns);
    CHECK(part.rows.extent == std::min(rows, whole.rows.extent));
    CHECK(part.columns.extent == std::min(columns, whole.columns.extent));
    for (std::int64_t r = 0; r <= part.rows.last_shown(); ++r)
      for (std::int64_t c = 0; c <= part.columns.last_shown(); ++c) {
        CHECK(part.label(r, c) == whole.label(r, c));
        CHECK(part.coordinate(r, c) == whole.coordinate(r, c));
        CHECK(part.fill(r, c) == whole.fill(r, c));
      }
    if (rows < whole.rows.extent) CHECK(part.rows.heading(rows - 1) == "...");
    return part;
  };
  for (const auto label : {render::LabelBy::index, render::LabelBy::coordinates}) {
    auto whole = *panel(row_major(24, 16)).diagram;
    whole.view.label_by = label;
    const auto part = check_part(whole, 7, 5);
    CHECK(render::shown_part(part).text() == "rows 0 to 5 of 24, columns 0 to 3 of 16");
    CHECK(has(part.note.text(), "rows 0 to 5 of 24"));
    CHECK(render::shown_part(check_part(whole, 24, 2)).text() == "column 0 of 16");
    CHECK(render::shown_part(check_part(whole, 24, 16)).empty());
  }
  check_part(*owned_panel(16).diagram, 5, 6);
}

TEST_CASE("letters shrink to five points before labels are left out") {
  render::Figure f;
  f.panels = {owned_panel(16)};
  const auto least = [&](double width) {
    const auto sizes = letter_sizes(bytes(f, options(Format::svg, width)));
    return *std::ranges::min_element(sizes);
  };
  CHECK(least(17) > 6);
  CHECK(least(8.5) < 6);
  CHECK(render::facts_of(f, options(Format::svg, 8.5))->unlabelled.empty());
  CHECK_FALSE(render::facts_of(f, options(Format::svg, 4))->unlabelled.empty());
}

TEST_CASE("what a format has no room for gets smaller cells, and says so") {
  render::Figure f;
  f.panels = {panel(row_major(1024, 1024))};
  auto o = options(Format::png);
  o.page.scale = 20;
  const auto facts = render::facts_of(f, o);
  REQUIRE(facts);
  CHECK(facts->usual_cell > facts->cell);
  CHECK(facts->cell * o.page.scale == doctest::Approx(std::round(facts->cell * o.page.scale)));
  CHECK(facts->size.width * o.page.scale <= 30000);
  CHECK(render::warnings(*facts).size() == 2);
  CHECK(has(render::warnings(*facts)[0], "A PNG has at most 30000 pixels a side"));
  CHECK(has(render::warnings(*facts)[1], "No labels in A"));
  // A title makes it a figure of its own page.
  f.title = "A title";
  for (const auto format : {Format::png, Format::pdf, Format::tex}) {
    o = options(format);
    const auto page = render::facts_of(f, o);
    REQUIRE(page);
    CHECK(page->usual_cell > page->cell);
    CHECK(std::max(page->size.width, page->size.height) <= (format == Format::png ? 30000 : 14400));
  }
  // CuTe's own picture would be longer than TeX's lengths reach.
  f.title = "";
  CHECK(render::facts_of(f, options(Format::tex))->usual_cell > 0);
  CHECK(render::facts_of(f, options(Format::svg))->usual_cell == 0);
}

TEST_CASE("bytes that TeX refuses are not in its picture") {
  auto f = two();
  f.title = "A\x1b[31m \x07title\x7f";
  const auto text = render::figure_bytes(f, options(Format::tex));
  REQUIRE(text);
  CHECK(has(*text, "A[31m title"));
  for (const auto c : *text) CHECK((c == '\n' || static_cast<unsigned char>(c) >= 0x20));
}

TEST_CASE("Chinese letters of a figure are letters in every format, and not boxes") {
  auto f = two();
  for (const auto format : {Format::png, Format::pdf}) {
    // Two boxes would look alike.
    f.title = "A 布局 B";
    const auto one = bytes(f, options(format));
    f.title = "A 步长 B";
    const auto other = bytes(f, options(format));
    CHECK(one.size() != 0);
    if (format == Format::png) CHECK(one != other);
    else CHECK(has(one, "NotoSansCJK"));
  }
  f.title = "A 布局 B";
  const auto tex = bytes(f, options(Format::tex));
  CHECK(has(tex, "\\usepackage{ctex}"));
  CHECK_FALSE(has(tex, "inputenc"));
  CHECK(has(tex, "A 布局 B"));
  f.title = "A title";
  CHECK_FALSE(has(bytes(f, options(Format::tex)), "ctex"));
}

TEST_CASE("pixels of a part of the page are those of its PNG") {
  auto o = options(Format::png, 8.5);
  for (const bool plain : {true, false}) {
    render::Figure f;
    f.panels = {panel(row_major(8, 8))};
    if (plain) o = options(Format::png);
    o.page.scale = 2;
    const auto path = std::filesystem::temp_directory_path() / fmt::format("cutescope-part-{}.png", ::getpid());
    std::ofstream(path, std::ios::binary) << bytes(f, o);
    const auto whole = pictures::read_png(path);
    std::filesystem::remove(path);
    REQUIRE(whole.width > 100);
    const int left = 30, top = 40, width = 90, height = 70;
    const auto part = render::figure_pixels(f, o, {left / 2.0, top / 2.0, 2, width, height});
    REQUIRE(part);
    REQUIRE(part->size() == 4u * width * height);
    int different = 0;
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        for (int c = 0; c < 3; ++c)
          different += std::abs(static_cast<std::uint8_t>((*part)[static_cast<std::size_t>(4 * (y * width + x) + 2 - c)]) -
                                whole.rgb[static_cast<std::size_t>(3 * ((y + top) * whole.width + x + left) + c)]) > 2;
    CHECK(different == 0);
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
  CHECK(has(render::figure_bytes(f, options(Format::png)).error(), "too many for one PNG"));
  auto small = options(Format::svg);
  small.page.most_bytes = 1 << 20;
  const auto large = render::figure_bytes(f, small).error();
  CAPTURE(large);
  const std::string begins = "The figure has 1,048,580 cells, and its file would have about ";
  REQUIRE(large.text().starts_with(begins));
  // The estimate is within a third of the size of the written file.
  const auto mebibytes = std::stoi(large.text().substr(begins.size()));
  CHECK(mebibytes > 20);
  CHECK(mebibytes < 40);
  CHECK(has(large, " MiB, more than the limit of 1. Slices or tiles with "));
}

TEST_CASE("lines break after spaces and commas, and anywhere where they must") {
  using Lines = std::vector<std::string>;
  CHECK(render::broken_lines("((4,4),(2,2))", render::Font::mono, 10, 50) == Lines{"((4,4),", "(2,2))"});
  CHECK(render::broken_lines("abcdefgh", render::Font::mono, 10, 30) == Lines{"abcde", "fgh"});
  CHECK(render::broken_lines("a\nb", render::Font::sans, 10, 100) == Lines{"a", "b"});
  CHECK(render::broken_lines("", render::Font::sans, 10, 100).empty());
  // The break is at the outermost comma in reach, or before the strides.
  CHECK(render::broken_lines("((4,8),((2,2),(1,1))):((16,1),((8,64),(0,0)))", render::Font::mono, 10, 140) ==
        Lines{"((4,8),((2,2),(1,1))):", "((16,1),((8,64),(0,0)))"});
  // A title, in letters that are not monospaced.
  const auto title = render::broken_lines("zipped_divide((128,(16,8)):(128,(8,1)),<(8,4),(4,4)>)", render::Font::sans_bold, 10, 150);
  REQUIRE(title.size() > 1);
  for (std::size_t i = 0; i + 1 < title.size(); ++i) CHECK((title[i].ends_with(',') || title[i].ends_with(':')));
  for (const auto& line : render::broken_lines("矩阵矩阵", render::Font::mono, 10, 12)) CHECK(line.size() % 3 == 0);
  // Between Chinese letters, but not before a mark that closes or behind one that opens.
  CHECK(render::broken_lines("全在 bank。如果", render::Font::sans, 10, 60) == Lines{"全在 bank。", "如果"});
  CHECK(render::broken_lines("一二三？", render::Font::sans, 10, 30) == Lines{"一二", "三？"});
  CHECK(render::broken_lines("一二（三）", render::Font::sans, 10, 30) == Lines{"一二", "（三）"});
  CHECK(render::broken_lines("见下方“内存”。", render::Font::sans, 10, 45) == Lines{"见下方", "“内存”。"});
}
