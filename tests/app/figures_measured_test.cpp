// Figures of every lesson and example, in every template and language, measured: none is larger than its box, no letter smaller than
// 5 pt, and no label nearer to the border of its cell than 0.4 mm. scripts/measure counts them all; a run of the tests a part of them.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "app/figures/export_settings.hpp"
#include "app/lessons/examples.hpp"
#include "app/lessons/lessons.hpp"
#include "render/export_pen.hpp"
#include "render/figure_layout.hpp"

namespace {

using namespace app;

constexpr double clearance = 0.4 / 25.4 * 72, capital = 0.73;  ///< 0.4 mm in points; the height of a capital, of its size

struct Count {
  int figures = 0, larger = 0, small = 0, near = 0, cut = 0, unlabelled = 0;
  std::vector<std::string> findings;
};

/// Records the drawn shapes in points of the page.
class Ruler final : public render::Pen {
 public:
  Ruler(double zoom, double left, double top, double cell) : zoom_(zoom), left_(left), top_(top), cell_(cell) {}
  void fill_rect(double, double, double, double, render::Rgb) override {}
  void lines(std::span<const render::Segment>, render::Rgb, double) override {}
  void labels(bool begin) override { labels_ = begin; }
  void text(double x, double baseline, std::string_view text, const render::TextStyle& style) override {
    least_letters = std::min(least_letters, style.size * zoom_);
    if (!labels_) return;
    const auto within = [&](double at, double from) { return from + std::floor((at - from) / cell_) * cell_; };
    const auto wide = render::text_width(text, style.font, style.size) / 2;
    const auto x0 = within(x, left_), middle = baseline - style.size * capital / 2, y0 = within(middle, top_);
    for (const auto room : {x - wide - x0, x0 + cell_ - x - wide, baseline - style.size * capital - y0, y0 + cell_ - baseline})
      least_room = std::min(least_room, room * zoom_);
  }
  tl::expected<std::string, algebra::Message> finish() override { return std::string(); }

  double least_letters = 1e9, least_room = 1e9;

 private:
  double zoom_, left_, top_, cell_;
  bool labels_ = false;
};

void measure(const render::Figure& figure, const render::FigureOptions& o, double width_cm, double height_cm, const std::string& name,
             Count& count) {
  const auto facts = render::facts_of(figure, o);
  if (!facts) {
    count.findings.push_back(fmt::format("{}: {}", name, facts.error().text()));
    return;
  }
  ++count.figures;
  count.cut += !facts->cut.empty();
  count.unlabelled += !facts->unlabelled.empty();
  double letters = 1e9, room = 1e9;
  const auto take = [&](const render::Page& page, double zoom) {
    Ruler ruler(zoom, page.grid_left(), page.grid_top(), page.cell());
    page.draw(ruler);
    letters = std::min(letters, ruler.least_letters);
    room = std::min(room, ruler.least_room);
  };
  if (render::is_plain(figure, o)) {
    take(render::fitted_page(*figure.panels[0].diagram, o.page).value(), 1);
  } else {
    const auto layout = render::fitted_layout(figure, o).value();
    for (const auto& g : layout.grids) take(render::Page(g.diagram, render::grid_options(o, layout), g.cell), layout.zoom);
    for (const auto& t : layout.texts) letters = std::min(letters, t.style.size * layout.zoom);
  }
  const auto say = [&](int& of, const std::string& what) {
    ++of;
    count.findings.push_back(fmt::format("{}: {}", name, what));
  };
  const auto cm = [](double points) { return points / render::points_per_cm; };
  if (cm(facts->size.width) > width_cm + 0.05 || cm(facts->size.height) > height_cm + 0.05)
    say(count.larger, fmt::format("{:.1f} x {:.1f} cm", cm(facts->size.width), cm(facts->size.height)));
  if (letters < render::least_letter_points - 0.01) say(count.small, fmt::format("letters of {:.2f} pt", letters));
  if (room < clearance - 0.01) say(count.near, fmt::format("a label is {:.2f} mm from its cell's border", room / 72 * 25.4));
}

/// All figures of a sheet, in every template, and without one.
void measure(const Sheet& sheet, const std::string& name, Count& count) {
  SheetEvaluator evaluator;
  evaluator.update(sheet);
  std::vector<FigureRequest> requests{{.kind = FigureKind::canvas}};
  for (int i = 0; i < static_cast<int>(sheet.entries.size()); ++i)
    if (sheet.entries[static_cast<std::size_t>(i)].visible && evaluator.results()[static_cast<std::size_t>(i)].evaluation) {
      requests.push_back({.kind = FigureKind::card, .entry = i});
      for (const auto kind : {FigureKind::swizzle, FigureKind::tma, FigureKind::slices, FigureKind::tv})
        requests.push_back({.kind = kind, .entry = i});
    }
  if (!sheet.launch.empty()) requests.push_back({.kind = FigureKind::banks});
  for (const auto& request : requests) {
    ExportSettings settings;
    settings.request = request;
    const auto figures = figures_of(sheet, evaluator, settings);
    if (!figures) continue;  // no such figure of this entry
    const auto& page = *std::ranges::find(render::figure_templates, "page", &render::FigureTemplate::name);
    const auto called = [&](std::string_view in) {
      return fmt::format("{}, {} {}, {}", name, name_of(request.kind), sheet.entries[static_cast<std::size_t>(request.entry)].text, in);
    };
    measure(figures->front(), options_of(settings, render::Format::svg), page.width_cm, page.height_cm, called("as needed"), count);
    for (const auto& t : render::figure_templates) {
      settings.width_cm = t.width_cm, settings.height_cm = t.height_cm, settings.letters = t.letters;
      measure(figures->front(), options_of(settings, render::Format::svg), t.width_cm, t.height_cm, called(t.name), count);
    }
  }
}

}  // namespace

TEST_CASE("figures have room in their box, letters that can be read, and labels clear of borders") {
  const bool all = std::getenv("CUTESCOPE_MEASURE") != nullptr;
  Count count;
  for (const auto language : {Language::english, Language::chinese}) {
    for (int n = 0; n < static_cast<int>(lesson_names().size()); ++n)
      if (all || n % 7 == (language == Language::english ? 3 : 6))
        measure(lesson_sheet(n, language), fmt::format("lesson {}", n + 1), count);
    for (const auto& example : examples())
      if (all || (language == Language::english && example.order % 3 == 0))
        measure(example_sheet(example.name, language), "example " + example.name, count);
  }
  std::string listed;
  for (std::size_t i = 0; i < count.findings.size() && i < 40; ++i) listed += count.findings[i] + "\n";
  MESSAGE(count.figures, " figures: ", count.larger, " larger than their box, ", count.small, " with letters below 5 pt, ", count.near,
          " with labels nearer than 0.4 mm to a border; ", count.cut, " are cut, ", count.unlabelled, " without labels");
  CHECK(count.figures > 100);
  INFO(listed);
  CHECK(count.findings.empty());
}
