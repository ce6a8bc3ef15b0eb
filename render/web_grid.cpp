#include "render/web_grid.hpp"

#include <algorithm>
#include <tuple>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "render/export_labels.hpp"
#include "render/export_pen.hpp"
#include "render/web_drawing.hpp"

namespace render {
namespace {

using algebra::Message;

/// Records what is drawn. A page is the same in both themes but for the colours, and the order of texts.
class LayerRecorder final : public Pen {
 public:
  struct Lines {
    std::vector<Segment> segments;
    Rgb colour;
    double width;
  };
  struct Text {
    double x, baseline;
    std::string text;
    TextStyle style;
  };
  struct Part {
    std::vector<std::variant<FilledRect, Lines>> shapes;
    std::vector<Text> texts;
  };
  Part before, labels_, after;

  void fill_rect(double x, double y, double width, double height, Rgb colour) override {
    part().shapes.push_back(FilledRect{x, y, width, height, colour});
  }
  void lines(std::span<const Segment> segments, Rgb colour, double width) override {
    if (!segments.empty()) part().shapes.push_back(Lines{{segments.begin(), segments.end()}, colour, width});
  }
  void text(double x, double baseline, std::string_view text, const TextStyle& style) override {
    part().texts.push_back({x, baseline, std::string(text), style});
  }
  void labels(bool begin) override { at_ = begin ? &labels_ : &after; }
  tl::expected<std::string, Message> finish() override { return std::string(); }

  void order_texts() {
    for (auto* p : {&before, &labels_, &after})
      std::ranges::stable_sort(p->texts, {}, [](const Text& t) { return std::tuple(t.baseline, t.x); });
  }

 private:
  Part& part() { return *at_; }
  Part* at_ = &before;
};

void draw(const LayerRecorder::Part& light, const LayerRecorder::Part& dark, ThemePairs& pairs, Pen& pen) {
  std::vector<FilledRect> rects;
  const auto fill = [&] {
    if (!rects.empty()) pen.fill_rects(rects);
    rects.clear();
  };
  for (std::size_t i = 0; i < light.shapes.size(); ++i) {
    if (const auto* rect = std::get_if<FilledRect>(&light.shapes[i])) {
      rects.push_back(*rect);
      rects.back().colour = pairs.number(rect->colour, std::get<FilledRect>(dark.shapes[i]).colour);
      continue;
    }
    fill();
    const auto& lines = std::get<LayerRecorder::Lines>(light.shapes[i]);
    pen.lines(lines.segments, pairs.number(lines.colour, std::get<LayerRecorder::Lines>(dark.shapes[i]).colour), lines.width);
  }
  fill();
  TextBatch batch(pen);
  for (std::size_t i = 0; i < light.texts.size(); ++i) {
    const auto& t = light.texts[i];
    auto style = t.style;
    style.colour = pairs.number(style.colour, dark.texts[i].style.colour);
    batch.add(t.x, t.baseline, t.text, style);
  }
}

}  // namespace

std::string web_fill(Rgb light, Rgb dark, std::map<std::string, std::string>& colours) {
  ThemePairs pairs;
  const auto n = pairs.number(light, dark);
  colours.merge(pairs.rules());
  return pairs.attributes("fill", n);
}

namespace {

/// Draws a page in both themes.
class BothThemes {
 public:
  explicit BothThemes(const Diagram& d) : light_(d, options(ThemeName::light)), dark_(d, options(ThemeName::dark)) {}
  const Page& page() const { return light_; }
  /// Draws with `f(Page, Pen)`, and writes it as a picture for both themes.
  template <class F>
  std::string written(F&& f) {
    LayerRecorder light, dark;
    f(light_, light);
    f(dark_, dark);
    light.order_texts();
    dark.order_texts();
    const auto pen = make_web_pen(page().size(), [&](std::string_view attribute, Rgb n) { return pairs_.attributes(attribute, n); });
    draw(light.before, dark.before, pairs_, *pen);
    pen->labels(true);
    draw(light.labels_, dark.labels_, pairs_, *pen);
    pen->labels(false);
    draw(light.after, dark.after, pairs_, *pen);
    return *pen->finish();
  }
  std::map<std::string, std::string> colours() const { return pairs_.rules(); }

 private:
  static ExportOptions options(ThemeName theme) {
    ExportOptions options;
    options.title = false;
    options.transparent = true;
    options.theme = theme;
    return options;
  }
  Page light_, dark_;
  ThemePairs pairs_;
};

}  // namespace

WebGrid web_grid(const Diagram& d, bool cells) {
  BothThemes themes(d);
  const auto& page = themes.page();
  WebGrid grid{.svg = themes.written([&](const Page& p, Pen& pen) {
                 if (cells) {
                   p.draw(pen);
                   return;
                 }
                 // Cells added later go before the labels, as here.
                 pen.labels(true);
                 pen.labels(false);
                 p.draw_around(pen);
               }),
               .width = page.size().width,
               .height = page.size().height,
               .left = page.grid_left(),
               .top = page.grid_top(),
               .cell = page.cell()};
  if (page.labelled()) grid.letters = label_letters(label_size(d, ExportOptions{}), page.cell()).second;
  grid.colours = themes.colours();
  return grid;
}

WebPart web_part(const Diagram& d, const Block& part, bool labels) {
  BothThemes themes(d);
  auto svg = themes.written([&](const Page& p, Pen& pen) { p.draw_part(pen, part, labels); });
  const auto begin = svg.find('>') + 1;
  return {svg.substr(begin, svg.rfind("</svg>") - begin), themes.colours()};
}

}  // namespace render
