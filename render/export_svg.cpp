#include <fmt/format.h>

#include "render/export_pen.hpp"

namespace render {
namespace {

/// Two decimals without trailing zeros: exact enough for a point, and short.
std::string number(double v) {
  auto text = fmt::format("{:.2f}", v);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string hex(Rgb c) { return fmt::format("#{:02x}{:02x}{:02x}", c.r, c.g, c.b); }

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '&') out += "&amp;";
    else if (static_cast<unsigned char>(c) >= 0x20) out += c;   // other controls are not allowed in XML
  }
  return out;
}

/// Text stays text, so that it can be searched, selected and edited. Its weight is 500, as what is normal to Cairo.
class SvgPen final : public Pen {
 public:
  explicit SvgPen(PageSize size) {
    out_ = fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}pt\" height=\"{1}pt\" viewBox=\"0 0 {0} {1}\">\n", number(size.width), number(size.height));
  }

  void fill_rect(double x, double y, double width, double height, Rgb colour) override {
    close_group();
    out_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", number(x), number(y), number(width), number(height), hex(colour));
  }

  void lines(std::span<const Segment> segments, Rgb colour, double width) override {
    if (segments.empty()) return;
    close_group();
    out_ += fmt::format("<path fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"square\" d=\"", hex(colour), number(width));
    for (const auto& s : segments) {
      if (s.y0 == s.y1) out_ += fmt::format("M{} {}H{}", number(s.x0), number(s.y0), number(s.x1));
      else if (s.x0 == s.x1) out_ += fmt::format("M{} {}V{}", number(s.x0), number(s.y0), number(s.y1));
      else out_ += fmt::format("M{} {}L{} {}", number(s.x0), number(s.y0), number(s.x1), number(s.y1));
    }
    out_ += "\"/>\n";
  }

  void text(double x, double baseline, std::string_view text, const TextStyle& style) override {
    static constexpr const char* anchors[] = {"start", "middle", "end"};
    const auto group = fmt::format("<g font-family=\"{}\" font-size=\"{}\"{} fill=\"{}\" text-anchor=\"{}\">\n",
                                   style.font == Font::mono ? "'JetBrains Mono', monospace" : "Inter, sans-serif", number(style.size),
                                   style.font == Font::sans_bold ? " font-weight=\"bold\"" : " font-weight=\"500\"", hex(style.colour), anchors[static_cast<int>(style.anchor)]);
    if (group != group_) {
      close_group();
      out_ += group_ = group;
    }
    out_ += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", number(x), number(baseline), escaped(text));
  }

  tl::expected<std::string, std::string> finish() override {
    close_group();
    return std::move(out_) + "</svg>\n";
  }

 private:
  void close_group() {
    if (!group_.empty()) out_ += "</g>\n";
    group_.clear();
  }

  std::string out_, group_;
};

}  // namespace

std::unique_ptr<Pen> make_svg_pen(PageSize size) { return std::make_unique<SvgPen>(size); }

}  // namespace render
