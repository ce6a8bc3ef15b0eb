#include "render/web_drawing.hpp"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

namespace render {
namespace {

std::uint32_t key(Rgb c) { return std::uint32_t{c.r} << 16 | std::uint32_t{c.g} << 8 | c.b; }
std::string name(std::uint32_t light, std::uint32_t dark) { return fmt::format("c{:06x}{:06x}", light, dark); }

/// Records what is drawn, call by call.
class CallRecorder final : public Pen {
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
  using Rects = std::vector<FilledRect>;
  std::vector<std::variant<FilledRect, Rects, Lines, Text>> calls;

  void fill_rect(double x, double y, double width, double height, Rgb colour) override {
    calls.emplace_back(FilledRect{x, y, width, height, colour});
  }
  void fill_rects(std::span<const FilledRect> rects) override { calls.emplace_back(Rects(rects.begin(), rects.end())); }
  void lines(std::span<const Segment> segments, Rgb colour, double width) override {
    calls.emplace_back(Lines{{segments.begin(), segments.end()}, colour, width});
  }
  void text(double x, double baseline, std::string_view text, const TextStyle& style) override {
    calls.emplace_back(Text{x, baseline, std::string(text), style});
  }
  tl::expected<std::string, algebra::Message> finish() override { return std::string(); }
};

/// Draws a recorded call of one theme on the pen, with pairs of its colours and those of the same call in the other theme.
struct Paired {
  const CallRecorder& dark;
  ThemePairs& pairs;
  Pen& pen;
  std::size_t at = 0;

  template <class Call>
  const Call& other() const {
    return std::get<Call>(dark.calls[at]);
  }
  void operator()(const FilledRect& r) const {
    pen.fill_rect(r.x, r.y, r.width, r.height, pairs.number(r.colour, other<FilledRect>().colour));
  }
  void operator()(CallRecorder::Rects rects) const {
    const auto& theirs = other<CallRecorder::Rects>();
    for (std::size_t i = 0; i < rects.size(); ++i) rects[i].colour = pairs.number(rects[i].colour, theirs[i].colour);
    pen.fill_rects(rects);
  }
  void operator()(const CallRecorder::Lines& l) const {
    pen.lines(l.segments, pairs.number(l.colour, other<CallRecorder::Lines>().colour), l.width);
  }
  void operator()(const CallRecorder::Text& t) const {
    auto style = t.style;
    style.colour = pairs.number(style.colour, other<CallRecorder::Text>().style.colour);
    pen.text(t.x, t.baseline, t.text, style);
  }
};

}  // namespace

Rgb ThemePairs::number(Rgb light, Rgb dark) {
  const std::pair pair{key(light), key(dark)};
  const auto [it, is_new] = numbers_.try_emplace(pair, static_cast<std::uint32_t>(pairs_.size()));
  if (is_new) pairs_.push_back(pair);
  const auto n = it->second;
  return {static_cast<std::uint8_t>(n >> 16), static_cast<std::uint8_t>(n >> 8), static_cast<std::uint8_t>(n)};
}

std::string ThemePairs::attributes(std::string_view attribute, Rgb n) const {
  const auto& [light, dark] = pairs_[key(n)];
  return fmt::format(" {}=\"#{:06x}\" class=\"{} {}\"", attribute, light, attribute == "stroke" ? 'l' : 'f', name(light, dark));
}

std::map<std::string, std::string> ThemePairs::rules() const {
  std::map<std::string, std::string> rules;
  for (const auto& [light, dark] : pairs_) rules.emplace(name(light, dark), fmt::format("--light:#{:06x};--dark:#{:06x}", light, dark));
  return rules;
}

std::vector<std::string> web_shapes(PageSize size, const DrawsInTheme& draw, ThemePairs& pairs) {
  CallRecorder light, dark;
  draw(light, ThemeName::light);
  draw(dark, ThemeName::dark);
  const auto pen = make_web_pen(size, [&](std::string_view attribute, Rgb n) { return pairs.attributes(attribute, n); });
  Paired paired{dark, pairs, *pen};
  for (; paired.at < light.calls.size(); ++paired.at) std::visit(paired, light.calls[paired.at]);
  const auto svg = *pen->finish();
  // A line is an element, or begins or ends a group of texts.
  std::vector<std::string> shapes;
  std::string open;
  const auto end = svg.rfind("</svg>");
  for (auto from = svg.find('\n') + 1; from < end;) {
    const auto to = svg.find('\n', from);
    const auto line = std::string_view(svg).substr(from, to - from);
    from = to + 1;
    const bool begins = line.starts_with("<g "), ends = line == "</g>";
    if (begins || !open.empty()) open += line;
    if (ends) shapes.push_back(std::exchange(open, {}));
    else if (open.empty()) shapes.emplace_back(line);
  }
  return shapes;
}

}  // namespace render
