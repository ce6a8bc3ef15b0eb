// Writes a standalone TikZ picture in the form of CuTe's print_latex: rows down, columns right, a centimetre per row.

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "render/export_grid.hpp"
#include "render/tex.hpp"

namespace render {
namespace {

/// Returns T0 over V0 as \shortstack{T0 \\ V0}.
std::string cell_text(std::string_view label) {
  const auto end = label.find('\n');
  if (end == std::string_view::npos) return escaped_for_tex(label);
  return fmt::format("\\shortstack{{{} \\\\ {}}}", escaped_for_tex(label.substr(0, end)), escaped_for_tex(label.substr(end + 1)));
}

constexpr std::array<int, 8> grey_percent{0, 40, 20, 60, 10, 50, 30, 70};

/// Returns whether colours are per cents of black, as in CuTe's own figures; a ramp of greys has finer steps.
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
  // The picture's usual ink, and a readable one for fills on which that is not.
  const Rgb usual = name == ThemeName::dark ? Rgb{255, 255, 255} : Rgb{0, 0, 0};
  const char* other = name == ThemeName::dark ? ", text=black" : ", text=white";
  return fmt::format("fill=cell{}{}", entry, ink_on(fills[entry], usual) == usual ? "" : other);
}

/// Calls f(Diagram, row, column) with each grid of the picture and its first cell.
template <class F>
void each_grid(const Diagram& d, F&& f) {
  if (d.parts.empty()) f(d, std::int64_t{0}, std::int64_t{0});
  for (const auto& part : d.parts) f(part.diagram, part.row, part.column);
}

/// Opens a scope with (0,0) at the corner of the cell in that row and column.
std::string shifted(std::int64_t row, std::int64_t column) {
  return fmt::format("shift={{({:g},{:g})}}", static_cast<double>(row) - 0.5, static_cast<double>(column) - 0.5);
}

std::string borders(const Diagram& d, std::int64_t row, std::int64_t column) {
  std::string out;
  const auto shift = shifted(row, column);
  // Lines thicker than the frame must not enlarge the picture.
  const auto width = [](int level) { return fmt::format("{:.1f}pt{}", 1.2 + 0.6 * (level - 1), level > 1 ? ",overlay" : ""); };
  for (std::int64_t r = 1; r < d.rows.extent; ++r)
    if (const auto level = d.rows.border_level(r); level > 0)
      out += fmt::format("\\draw[line width={},{}] ({},0) -- ({},{});\n", width(level), shift, r, r, d.columns.extent);
  for (std::int64_t c = 1; c < d.columns.extent; ++c)
    if (const auto level = d.columns.border_level(c); level > 0)
      out += fmt::format("\\draw[line width={},{}] (0,{}) -- ({},{});\n", width(level), shift, c, d.rows.extent, c);
  out += fmt::format("\\draw[line width=1.2pt,{}] (0,0) rectangle ({},{});\n", shift, d.rows.extent, d.columns.extent);
  for (const auto& f : d.frames) {
    const auto& b = f.cells;
    out += fmt::format("\\draw[line width={}pt,{}] ({},{}) rectangle ({},{});\n", f.light ? "1.2" : "2.4,overlay", shift, b.row, b.column,
                       b.row + b.rows, b.column + b.columns);
  }
  return out;
}

/// Writes the words of frames, after everything that these cover.
std::string frame_words(const Diagram& d, std::int64_t row, std::int64_t column, bool dark) {
  std::string out;
  for (const auto& f : d.frames)
    if (!f.words.empty())
      out += fmt::format("\\node[{},anchor=west,inner sep=1pt,minimum size=0pt,fill={},font=\\scriptsize\\sffamily] at (0.1,0.1) {{{}}};\n",
                         shifted(row + f.cells.row, column + f.cells.column), dark ? "black" : "white", escaped_for_tex(f.words));
  return out;
}

std::string thread_marks(const Diagram& d, ThemeName name) {
  const auto c = theme(name).accent;
  std::string out;
  for (const auto& cell : d.cells_of_thread(d.thread))
    out += fmt::format("\\draw[line width=1.6pt,color={{rgb,255:red,{};green,{};blue,{}}},{}] (0.05,0.05) rectangle (0.95,0.95);\n", c.r,
                       c.g, c.b, shifted(cell.row, cell.column));
  return out;
}

std::string headings(const Diagram& d, std::int64_t row, std::int64_t column) {
  std::string out;
  const auto node = [&](double r, double c, const std::string& text, bool natural) {
    out += fmt::format("\\node at ({:g},{:g}) {{\\{}{{\\texttt{{{}}}}}}};\n", static_cast<double>(row) + r, static_cast<double>(column) + c,
                       natural ? "footnotesize" : "Large", text);
  };
  const auto rows = d.rows.headed ? d.rows.extent : 0, columns = d.columns.headed ? d.columns.extent : 0;
  for (std::int64_t r = 0; r < rows; ++r) {
    const auto at = static_cast<double>(r);
    node(at, d.rows.hierarchical ? -2 : -1, d.rows.heading(r), d.rows.natural_only);
    if (d.rows.hierarchical) node(at, -1, d.rows.natural_heading(r), true);
  }
  for (std::int64_t c = 0; c < columns; ++c) {
    const auto at = static_cast<double>(c);
    node(d.columns.hierarchical ? -1.5 : -1, at, d.columns.heading(c), d.columns.natural_only);
    if (d.columns.hierarchical) node(-0.9, at, d.columns.natural_heading(c), true);
  }
  const auto captions = [&](const Axis& axis, auto&& add) {
    for (std::int64_t n = 0; axis.slabs.width > 0 && n < axis.slab_count(); ++n)
      add((static_cast<double>(n) + 0.5) * static_cast<double>(axis.slabs.width) - 0.5, escaped_for_tex(axis.slab_caption(n)));
  };
  captions(d.columns, [&](double middle, const std::string& text) { node(d.columns.hierarchical ? -2.1 : -1.6, middle, text, true); });
  captions(d.rows, [&](double middle, const std::string& text) { node(middle, d.rows.hierarchical ? -3.4 : -2.4, text, true); });
  return out;
}

/// Writes the name of a grid among others, and those of its axes.
std::string names(const Part& part) {
  const auto& d = part.diagram;
  const auto node = [&](double row, double column, const std::string& text) {
    return fmt::format("\\node at ({:g},{:g}) {{\\Large\\textsf{{\\textbf{{{}}}}}}};\n", static_cast<double>(part.row) + row,
                       static_cast<double>(part.column) + column, escaped_for_tex(text));
  };
  auto out = node(d.columns.headed ? -1.7 : static_cast<double>(d.rows.extent), static_cast<double>(d.columns.extent - 1) / 2, d.title);
  if (d.columns.headed) out += node(-1.7, 0, d.columns.name);
  if (d.rows.headed) out += node(-1, -1, d.rows.name);
  return out;
}

/// Returns the width in centimetres. Up to three characters of \Large fit into one; wider cells need wider columns, or labels would cover
/// their neighbours.
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
  // Defined before the document: in a standalone picture the end of each line would be a space beside it.
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
  each_grid(d, [&](const Diagram& grid, std::int64_t row, std::int64_t column) {
    out += fmt::format("\\draw[color={},thin,{}{}] (0,0) grid ({},{});\n", dark ? "white!40!black" : "black!60", step, shifted(row, column),
                       grid.rows.extent, grid.columns.extent);
  });
  each_hatched(d, {0, d.rows.extent, 0, d.columns.extent}, [&](const Block& b) {
    out += fmt::format("\\path[pattern=north east lines,pattern color={},shift={{(-0.5,-0.5)}}] ({},{}) rectangle ({},{});\n",
                       dark ? "white!60!black" : "black!40", b.first_row, b.first_column, b.first_row + b.rows, b.first_column + b.columns);
  });
  each_grid(d, [&](const Diagram& grid, std::int64_t row, std::int64_t column) { out += borders(grid, row, column); });
  out += thread_marks(d, options.theme);
  each_grid(d, [&](const Diagram& grid, std::int64_t row, std::int64_t column) {
    out += frame_words(grid, row, column, dark);
    if (options.headings) out += headings(grid, row, column);
  });
  for (const auto& part : d.parts)
    if (options.headings) out += names(part);
  if (options.title && !(d.title.empty() && d.subtitle.empty())) {
    const auto above = (!options.headings        ? -1.2
                        : d.columns.hierarchical ? -2.3
                                                 : -1.8) -
                       (options.headings && (d.columns.slabs.width > 0 || !d.parts.empty()) ? 0.6 : 0);
    out += fmt::format("\\node[anchor=west,inner sep=0pt] at ({:g},-0.5) {{\\textsf{{\\textbf{{{}}}}}\\enspace\\texttt{{{}}}}};\n", above,
                       escaped_for_tex(d.title), escaped_for_tex(d.subtitle));
  }
  if (options.title && !d.note.empty()) {
    auto note = escaped_for_tex(d.note.text());
    for (std::size_t at = 0; (at = note.find('\n', at)) != std::string::npos; at += 3) note.replace(at, 1, "\\\\ ");
    out += fmt::format("\\node[anchor=north west,align=left,inner sep=2pt,font=\\small\\sffamily] at ({},-0.5) {{{}}};\n", d.rows.extent,
                       note);
  }
  return out + "\\end{tikzpicture}\n\\end{document}\n";
}

}  // namespace render
