// A standalone TikZ picture in the form of CuTe's own print_latex: rows down, columns right, a centimetre a row.

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "render/export_grid.hpp"
#include "render/tex.hpp"

namespace render {
namespace {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) append_tex(out, c);
  return out;
}

/// T0 over V0 as \shortstack{T0 \\ V0}.
std::string cell_text(std::string_view label) {
  const auto end = label.find('\n');
  if (end == std::string_view::npos) return escaped(label);
  return fmt::format("\\shortstack{{{} \\\\ {}}}", escaped(label.substr(0, end)), escaped(label.substr(end + 1)));
}

constexpr std::array<int, 8> grey_percent{0, 40, 20, 60, 10, 50, 30, 70};

/// Greys are per cent of black, as in CuTe's own figures; a ramp of them has more steps than these.
bool in_per_cent(const Diagram& d, ThemeName name) {
  return d.view.palette == PaletteName::greys && name != ThemeName::dark && fills_of(d, name).size() == grey_percent.size();
}

std::string colour_definitions(const Diagram& d, ThemeName name) {
  std::string out;
  if (in_per_cent(d, name)) return out;
  int k = 0;
  for (const auto c : fills_of(d, name)) out += fmt::format("\\definecolor{{cell{}}}{{RGB}}{{{},{},{}}}\n", k++, c.r, c.g, c.b);
  return out;
}

std::string fill_of(const Diagram& d, ThemeName name, std::int64_t row, std::int64_t column) {
  const auto key = d.colour_key(row, column);
  if (key < 0) return "";
  if (in_per_cent(d, name))
    return fmt::format("fill=black!{:02}{}", grey_percent[static_cast<std::size_t>(key) % 8],
                       key % 8 == 3 || key % 8 == 7 ? ", text=white" : "");
  const auto fills = fills_of(d, name);
  const auto entry = static_cast<std::size_t>(key) % fills.size();
  // What the picture writes with, and what can be read where that cannot.
  const Rgb usual = name == ThemeName::dark ? Rgb{255, 255, 255} : Rgb{0, 0, 0};
  const char* other = name == ThemeName::dark ? ", text=black" : ", text=white";
  return fmt::format("fill=cell{}{}", entry, ink_on(fills[entry], usual) == usual ? "" : other);
}

std::string borders(const Diagram& d) {
  std::string out;
  // Lines thicker than the frame would make the picture larger than the frame does.
  const auto width = [](int level) { return fmt::format("{:.1f}pt{}", 1.2 + 0.6 * (level - 1), level > 1 ? ",overlay" : ""); };
  for (std::int64_t r = 1; r < d.rows.extent; ++r)
    if (const auto level = d.rows.border_level(r); level > 0)
      out += fmt::format("\\draw[line width={},shift={{(-0.5,-0.5)}}] ({},0) -- ({},{});\n", width(level), r, r, d.columns.extent);
  for (std::int64_t c = 1; c < d.columns.extent; ++c)
    if (const auto level = d.columns.border_level(c); level > 0)
      out += fmt::format("\\draw[line width={},shift={{(-0.5,-0.5)}}] (0,{}) -- ({},{});\n", width(level), c, d.rows.extent, c);
  out += fmt::format("\\draw[line width=1.2pt,shift={{(-0.5,-0.5)}}] (0,0) rectangle ({},{});\n", d.rows.extent, d.columns.extent);
  return out;
}

std::string headings(const Diagram& d) {
  std::string out;
  const auto node = [&](const std::string& at, const std::string& text, bool natural) {
    out += fmt::format("\\node at ({}) {{\\{}{{\\texttt{{{}}}}}}};\n", at, natural ? "footnotesize" : "Large", text);
  };
  for (std::int64_t r = 0; r < d.rows.extent; ++r) {
    node(fmt::format("{},{}", r, d.rows.hierarchical ? "-2" : "-1"), d.rows.heading(r), d.rows.natural_only);
    if (d.rows.hierarchical) node(fmt::format("{},-1", r), d.rows.natural_heading(r), true);
  }
  for (std::int64_t c = 0; c < d.columns.extent; ++c) {
    node(fmt::format("{},{}", d.columns.hierarchical ? "-1.5" : "-1", c), d.columns.heading(c), d.columns.natural_only);
    if (d.columns.hierarchical) node(fmt::format("-0.9,{}", c), d.columns.natural_heading(c), true);
  }
  const auto captions = [&](const Axis& axis, auto&& at) {
    for (std::int64_t n = 0; axis.slabs.width > 0 && n < axis.slab_count(); ++n)
      node(at((static_cast<double>(n) + 0.5) * static_cast<double>(axis.slabs.width) - 0.5), escaped(axis.slab_caption(n)), true);
  };
  captions(d.columns, [&](double middle) { return fmt::format("{:g},{:g}", d.columns.hierarchical ? -2.1 : -1.6, middle); });
  captions(d.rows, [&](double middle) { return fmt::format("{:g},{:g}", middle, d.rows.hierarchical ? -3.4 : -2.4); });
  return out;
}

/// In centimetres. Up to three characters of \Large fit one; wider cells leave nothing beside theirs, or they would cover their
/// neighbours.
double column_width(const Diagram& d, bool headings) {
  auto characters = label_size(d).characters;
  if (d.columns.hierarchical && headings) characters = std::max(characters, d.columns.natural_heading(d.columns.last_shown()).size() / 2);
  return std::max(1.0, std::ceil(static_cast<double>(characters) * 2.7) / 10);
}

}  // namespace

bool tikz_fits(const Diagram& d) {
  constexpr double most_centimetres = 560;  // with headings within TeX's 16383 pt
  return static_cast<double>(d.rows.extent) <= most_centimetres &&
         static_cast<double>(d.columns.extent) * column_width(d, true) <= most_centimetres;
}

std::string export_tikz(const Diagram& d, const ExportOptions& options) {
  const auto width = column_width(d, options.headings);
  const bool dark = options.theme == ThemeName::dark;
  std::string out = "\\documentclass[convert]{standalone}\n\\usepackage[T1]{fontenc}\n\\usepackage{tikz}\n";
  if (!d.bounds.empty()) out += "\\usetikzlibrary{patterns}\n";
  // Before the document: in a standalone picture the end of each line would be a space beside it.
  out += colour_definitions(d, options.theme);
  const char* page = "";
  if (dark && !options.transparent) {
    const auto& t = theme(options.theme);
    out += fmt::format("\\definecolor{{page}}{{RGB}}{{{},{},{}}}\n", t.card.r, t.card.g, t.card.b);
    page = "\\pagecolor{page}%\n";
  }
  out += fmt::format("\n\\begin{{document}}\n{}", page);
  out +=
      fmt::format("\\begin{{tikzpicture}}[x={{(0cm,-1cm)}},y={{({:g}cm,0cm)}},every node/.style={{minimum size=1cm, outer sep=0pt{}}}{}]\n",
                  width, width > 1 ? ", inner sep=0pt" : "", dark ? ",color=white" : "");
  const std::string wide = width > 1 ? fmt::format(",minimum width={:g}cm", width) : "";
  for (std::int64_t r = 0; r < d.rows.extent; ++r)
    for (std::int64_t c = 0; c < d.columns.extent; ++c) {
      const auto fill = fill_of(d, options.theme, r, c);
      const auto text = d.label(r, c);
      if (fill.empty() && text.empty()) continue;
      out +=
          fmt::format("\\node[{}{}] at ({},{}) {{{}}};\n", fill, fill.empty() ? std::string_view(wide).substr(wide.empty() ? 0 : 1) : wide,
                      r, c, text.empty() ? "" : "\\Large{\\texttt{" + cell_text(text) + "}}");
    }
  // A grid's steps are on the page, whatever the picture's own axes are.
  const auto step = width > 1 ? fmt::format("xstep={:g}cm,", width) : std::string();
  out += fmt::format("\\draw[color={},thin,{}shift={{(-0.5,-0.5)}}] (0,0) grid ({},{});\n", dark ? "white!40!black" : "black!60", step,
                     d.rows.extent, d.columns.extent);
  each_hatched(d, {0, d.rows.extent, 0, d.columns.extent}, [&](const Block& b) {
    out += fmt::format("\\path[pattern=north east lines,pattern color={},shift={{(-0.5,-0.5)}}] ({},{}) rectangle ({},{});\n",
                       dark ? "white!60!black" : "black!40", b.first_row, b.first_column, b.first_row + b.rows, b.first_column + b.columns);
  });
  out += borders(d);
  if (options.headings) out += headings(d);
  if (options.title && !(d.title.empty() && d.subtitle.empty())) {
    const auto above = (!options.headings        ? -1.2
                        : d.columns.hierarchical ? -2.3
                                                 : -1.8) -
                       (options.headings && d.columns.slabs.width > 0 ? 0.6 : 0);
    out += fmt::format("\\node[anchor=west,inner sep=0pt] at ({:g},-0.5) {{\\textsf{{\\textbf{{{}}}}}\\enspace\\texttt{{{}}}}};\n", above,
                       escaped(d.title), escaped(d.subtitle));
  }
  if (options.title && !d.note.empty()) {
    auto note = escaped(d.note.text());
    for (std::size_t at = 0; (at = note.find('\n', at)) != std::string::npos; at += 3) note.replace(at, 1, "\\\\ ");
    out += fmt::format("\\node[anchor=north west,align=left,inner sep=2pt,font=\\small\\sffamily] at ({},-0.5) {{{}}};\n", d.rows.extent,
                       note);
  }
  return out + "\\end{tikzpicture}\n\\end{document}\n";
}

}  // namespace render
