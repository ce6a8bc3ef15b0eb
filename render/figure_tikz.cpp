// A pen for TikZ: lengths in points, y down, text as nodes that stand on their baseline.

#include <algorithm>

#include <fmt/format.h>

#include "render/figure_layout.hpp"
#include "render/tex.hpp"

namespace render {
namespace {

using algebra::Message;

class TikzPen final : public Pen {
 public:
  TikzPen(PageSize page, const FigureOptions& o) {
    out_ = "\\usepackage{tikz}\n";
    // Latin Modern has letters of any size; without it TeX takes the nearest size available.
    out_ += "\\IfFileExists{lmodern.sty}{\\usepackage{lmodern}}{}\n";
    if (!o.font.empty())
      out_ += fmt::format(
          "% Compile with lualatex or xelatex for this "
          "font.\n\\usepackage{{fontspec}}\n\\setmainfont{{{0}}}\\setsansfont{{{0}}}\\setmonofont{{{0}}}\n",
          escaped_for_tex(o.font));
    out_ += "\n\\begin{document}\n\\begin{tikzpicture}[x=1bp,y=-1bp,every node/.style={inner sep=0pt,outer sep=0pt}]\n";
    out_ += fmt::format("\\path[use as bounding box] (0,0) rectangle ({:.2f},{:.2f});\n", page.width, page.height);
  }
  void fill_rect(double x, double y, double width, double height, Rgb c) override {
    out_ += fmt::format("\\fill[fill={}] ({:.2f},{:.2f}) rectangle ({:.2f},{:.2f});\n", colour(c), x, y, x + width, y + height);
  }
  void lines(std::span<const Segment> segments, Rgb c, double width) override {
    if (segments.empty()) return;
    out_ += fmt::format("\\draw[draw={},line width={:.2f}bp,line cap=rect]", colour(c), width);
    for (const auto& s : segments) out_ += fmt::format(" ({:.2f},{:.2f}) -- ({:.2f},{:.2f})", s.x0, s.y0, s.x1, s.y1);
    out_ += ";\n";
  }
  void text(double x, double baseline, std::string_view text, const TextStyle& style) override {
    chinese_ = chinese_ || std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0xE3; });
    static constexpr const char* anchors[] = {"base west", "base", "base east"};
    static constexpr const char* families[] = {"\\ttfamily", "\\sffamily", "\\sffamily\\bfseries"};
    out_ += fmt::format("\\node[anchor={},text={},font=\\fontsize{{{:.2f}bp}}{{{:.2f}bp}}\\selectfont{}] at ({:.2f},{:.2f}) {{{}}};\n",
                        anchors[static_cast<int>(style.anchor)], colour(style.colour), style.size, style.size * 1.2,
                        families[static_cast<int>(style.font)], x, baseline, escaped_for_tex(text));
  }
  tl::expected<std::string, Message> finish() override {
    // pdflatex has no font for Chinese letters.
    const std::string_view letters = chinese_ ? "% Compile with xelatex or lualatex for the Chinese letters.\n\\usepackage{ctex}\n"
                                              : "\\usepackage[T1]{fontenc}\n\\usepackage[utf8]{inputenc}\n";
    return fmt::format("\\documentclass[convert]{{standalone}}\n{}{}\\end{{tikzpicture}}\n\\end{{document}}\n", letters, out_);
  }

 private:
  static std::string colour(Rgb c) { return fmt::format("{{rgb,255:red,{};green,{};blue,{}}}", c.r, c.g, c.b); }
  std::string out_;
  bool chinese_ = false;  ///< a text has East Asian letters
};

}  // namespace

std::unique_ptr<Pen> make_tikz_pen(PageSize size, const FigureOptions& o) { return std::make_unique<TikzPen>(size, o); }

}  // namespace render
