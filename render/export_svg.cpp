// Writes compact SVG: rectangles of one colour are one path, and attributes shared by the labels of a style and a row are written once.

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "render/export_pen.hpp"

namespace render {
namespace {

using algebra::Message;

/// Hundredths of a point: exact enough, and short.
using Number = Hundredths;

std::string number(double v) {
  std::string out;
  Number::append(out, Number::of(v));
  return out;
}

std::string plain_paint(std::string_view attribute, Rgb c) { return fmt::format(" {}=\"#{:02x}{:02x}{:02x}\"", attribute, c.r, c.g, c.b); }

void append_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '&') out += "&amp;";
    else if (static_cast<unsigned char>(c) >= 0x20) out += c;  // other controls are not allowed in XML
  }
}

std::string family_of(const TextStyle& style) {
  const std::string own = style.font == Font::mono ? "'JetBrains Mono', monospace" : "Inter, sans-serif";
  if (style.family.empty()) return own;
  std::string name;
  append_escaped(name, style.family);
  std::erase_if(name, [](char c) { return c == '\'' || c == '"'; });
  return "'" + name + "', " + own;
}

/// Adds, for a text with Chinese letters, the systems' fonts for them and the language that selects the Chinese shapes.
void append_chinese(std::string& out, std::string_view text, const TextStyle& style) {
  if (std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0xE3; })) return;
  auto family = family_of(style);
  family.insert(family.rfind(", ") + 1, " 'Noto Sans CJK SC', 'Source Han Sans SC', 'PingFang SC', 'Microsoft YaHei',");
  out += fmt::format(" font-family=\"{}\" xml:lang=\"zh-Hans\"", family);
}

/// Rectangles of one colour as a path's data. Steps from one to the next are relative within a row; each row starts anew.
class RectPath {
 public:
  explicit RectPath(Rgb fill) : colour(fill) {}
  void add(const FilledRect& r) {
    const auto x = Number::of(r.x), y = Number::of(r.y), width = Number::of(r.x + r.width) - x, height = Number::of(r.y + r.height) - y;
    if (count == 0 || y != y_) {
      data += 'M';
      Number::append(data, x);
      data += ' ';
      Number::append(data, y);
    } else {
      step('m', x - x_);
      if (height_ < 0) data += ' ';
      Number::append(data, -height_);
    }
    step('h', width);
    step('v', height);
    step('h', -width);
    x_ = x;
    y_ = y;
    height_ = height;
    ++count;
  }

  Rgb colour;
  std::string data;
  int count = 0;

 private:
  void step(char command, std::int64_t by) {
    data += command;
    Number::append(data, by);
  }
  std::int64_t x_ = 0, y_ = 0, height_ = 0;
};

/// Writes text as text, so that it can be searched, selected and edited. Its weight is 500, which matches Cairo's normal.
class SvgPen final : public Pen {
 public:
  SvgPen(PageSize size, Sink sink, SvgPaint paint, bool grouped) : out_(std::move(sink)), paint_(std::move(paint)), grouped_(grouped) {
    out_.write(fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}pt\" height=\"{1}pt\" viewBox=\"0 0 {0} {1}\">\n",
                           number(size.width), number(size.height)));
  }

  void fill_rect(double x, double y, double width, double height, Rgb colour) override {
    close_style();
    out_.write(fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}/>\n", number(x), number(y), number(width), number(height),
                           paint_("fill", colour)));
  }

  void fill_rects(std::span<const FilledRect> rects) override {
    std::vector<RectPath> paths;
    for (const auto& r : rects) {
      auto path = std::find_if(paths.begin(), paths.end(), [&](const RectPath& p) { return p.colour == r.colour; });
      if (path == paths.end()) path = paths.emplace(paths.end(), r.colour);
      path->add(r);
    }
    close_style();
    for (const auto& path : paths) {
      out_.write(fmt::format("<path{} d=\"", paint_("fill", path.colour)));
      out_.write(path.data);
      out_.write("\"/>\n");
    }
  }

  void lines(std::span<const Segment> segments, Rgb colour, double width) override {
    if (segments.empty()) return;
    close_style();
    auto path =
        fmt::format("<path fill=\"none\"{} stroke-width=\"{}\" stroke-linecap=\"square\" d=\"", paint_("stroke", colour), number(width));
    for (const auto& s : segments) {
      path += 'M';
      Number::append(path, Number::of(s.x0));
      path += ' ';
      Number::append(path, Number::of(s.y0));
      const auto to = [&](char command, double v) {
        path += command;
        Number::append(path, Number::of(v));
      };
      if (s.y0 == s.y1) to('H', s.x1);
      else if (s.x0 == s.x1) to('V', s.y1);
      else {
        to('L', s.x1);
        to(' ', s.y1);
      }
    }
    out_.write(path + "\"/>\n");
  }

  void text(double x, double baseline, std::string_view text, const TextStyle& style) override {
    open_style(style);
    row_.clear();
    row_ += "<text x=\"";
    Number::append(row_, Number::of(x));
    row_ += "\" y=\"";
    Number::append(row_, Number::of(baseline));
    row_ += '"';
    append_chinese(row_, text, style);
    row_ += '>';
    append_escaped(row_, text);
    row_ += "</text>\n";
    out_.write(row_);
  }

  void texts(std::span<const PlacedText> all, const TextStyle& style) override {
    while (!all.empty()) {
      const auto end = static_cast<std::size_t>(
          std::find_if(all.begin(), all.end(), [&](const PlacedText& t) { return t.baseline != all.front().baseline; }) - all.begin());
      if (end < 3) text(all.front().x, all.front().baseline, all.front().text, style);
      else row(all.first(end), style);
      all = all.subspan(end < 3 ? 1 : end);
    }
  }

  void labels(bool begin) override {
    close_style();
    if (grouped_) out_.write(begin ? "<g class=\"labels\">\n" : "</g>\n");
  }

  tl::expected<std::string, Message> finish() override {
    close_style();
    out_.write("</svg>\n");
    return out_.take();
  }

 private:
  /// Writes labels with one baseline: a group has the baseline and the position of the first one.
  void row(std::span<const PlacedText> labels, const TextStyle& style) {
    open_style(style);
    const auto left = Number::of(labels.front().x);
    row_ = "<g transform=\"translate(";
    Number::append(row_, left);
    row_ += ' ';
    Number::append(row_, Number::of(labels.front().baseline));
    row_ += ")\">";
    for (const auto& label : labels) {
      if (const auto x = Number::of(label.x) - left; x != 0) {
        row_ += "<text x=\"";
        Number::append(row_, x);
        row_ += "\">";
      } else {
        row_ += "<text>";
      }
      append_escaped(row_, label.text);
      row_ += "</text>";
    }
    row_ += "</g>\n";
    out_.write(row_);
  }

  void open_style(const TextStyle& style) {
    if (open_ && style == style_) return;
    static constexpr const char* anchors[] = {"start", "middle", "end"};
    close_style();
    style_ = style;
    open_ = true;
    out_.write(fmt::format("<g font-family=\"{}\" font-size=\"{}\"{}{} text-anchor=\"{}\">\n", family_of(style), number(style.size),
                           style.font == Font::sans_bold ? " font-weight=\"bold\"" : " font-weight=\"500\"", paint_("fill", style.colour),
                           anchors[static_cast<int>(style.anchor)]));
  }
  void close_style() {
    if (open_) out_.write("</g>\n");
    open_ = false;
  }

  Output out_;
  SvgPaint paint_;
  bool grouped_ = false;
  TextStyle style_;
  bool open_ = false;
  std::string row_;
};

}  // namespace

std::unique_ptr<Pen> make_svg_pen(PageSize size, Sink sink) { return std::make_unique<SvgPen>(size, std::move(sink), plain_paint, false); }

std::unique_ptr<Pen> make_web_pen(PageSize size, SvgPaint paint) { return std::make_unique<SvgPen>(size, Sink{}, std::move(paint), true); }

}  // namespace render
