// Lays out panels in rows: the sizes of their cells, and their places.

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "render/cropped.hpp"
#include "render/export_callouts.hpp"
#include "render/export_pen.hpp"
#include "render/figure_layout.hpp"

namespace render {

using algebra::Message;
using algebra::message;
namespace {

constexpr double page_margin = 12;   // the margin of a Page, which a figure cuts off
constexpr double figure_margin = 3;  // a column of a paper has a margin already
constexpr double gap = 16, row_gap = 14, joint_size = 12, caption_title_size = 10.5, value_size = 7.5, figure_note_size = 7.5,
                 caption_size = 8.5;
constexpr double largest_growth = 1.4;

double zoom_of(const FigureOptions& o) { return o.letters > 0 ? o.letters / label_points : 1; }

/// The space that a panel needs besides its cells.
struct Measured {
  const Panel* panel = nullptr;
  double around_x = 0;           ///< the width of the rows' headings
  std::vector<TableLine> table;  ///< with lines broken to fit
  double table_width = 0;
  double natural = 0, readable = 0;  ///< cell sizes
  double columns = 0, rows = 0;
  double title = 0, value = 0, caption = 0, joint = 0;  ///< widths in one line

  double cell(double most) const { return std::min(natural, most); }
  double box(double most) const { return std::max(around_x + columns * cell(most), table_width); }
  /// Returns the width of the grid, or of the words above it if they need more. Values may be broken, but not into shreds.
  double width(double most, bool titles) const {
    const auto grid = std::max(box(most), std::min(caption, 96.0));
    return titles ? std::max({grid, title, std::min(value, 96.0)}) : grid;
  }
};

/// Measures a panel. `room`: the width that a table may take; the last column of a wider one is broken.
Measured measured(const Panel& panel, const FigureOptions& o, double most_cell, double room) {
  Measured m;
  m.panel = &panel;
  if (!panel.joint.empty()) m.joint = text_width(panel.joint, Font::sans_bold, joint_size) + gap;
  if (!panel.diagram) return m;
  const auto& d = *panel.diagram;
  const Page page(d, grid_options(o));
  m.columns = static_cast<double>(d.columns.extent);
  m.rows = static_cast<double>(d.rows.extent);
  m.around_x = page.grid_left() - page_margin;
  m.table = broken_table(d.table, room);
  // Smaller cells would not help a table that needs more.
  m.table_width = std::min(table_size(m.table).width, room);
  m.natural = std::min(most_cell, page.cell() * (o.width_cm > 0 ? largest_growth : 1));
  m.readable = d.labelled() ? cell_for_letters(label_size(d, grid_options(o)), grid_options(o).least_letters) : 0;
  if (!panel.caption.empty()) m.caption = text_width(panel.caption.text(), Font::sans, caption_size);
  if (!d.title.empty()) m.title = text_width(d.title, Font::sans_bold, caption_title_size);
  if (!d.subtitle.empty()) m.value = text_width(d.subtitle, Font::mono, value_size);
  return m;
}

/// Calls f with the panels of each row.
template <class F>
void each_row(std::span<const Measured> panels, std::size_t per_row, F&& f) {
  for (std::size_t i = 0; i < panels.size();) {
    std::size_t count = 1;
    while (count < per_row && i + count < panels.size() && !panels[i + count].panel->below) ++count;
    f(panels.subspan(i, count));
    i += count;
  }
}

/// The number of panels per row, and the largest cell with which every row fits.
struct Fit {
  std::size_t per_row = 1;
  double cell = 1e9;
};

double row_width(std::span<const Measured> row, double cell, bool titles) {
  double width = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    width += row[i].width(cell, titles) + row[i].joint;
    if (i + 1 < row.size()) width += gap;
  }
  return width;
}

/// Returns the width of panels in columns, each as wide as its widest panel.
double columns_width(std::span<const Measured> panels, std::size_t columns, double cell, bool titles) {
  double width = gap * static_cast<double>(columns - 1);
  for (std::size_t c = 0; c < columns; ++c) {
    double widest = 0;
    for (std::size_t i = c; i < panels.size(); i += columns) widest = std::max(widest, panels[i].width(cell, titles) + panels[i].joint);
    width += widest;
  }
  return width;
}

Fit fitted(std::span<const Measured> panels, std::size_t per_row, double room, bool titles, bool columns = false) {
  const auto fits = [&](double cell) {
    if (columns) return columns_width(panels, per_row, cell, titles) <= room;
    bool fit = true;
    each_row(panels, per_row, [&](std::span<const Measured> row) { fit = fit && row_width(row, cell, titles) <= room; });
    return fit;
  };
  double most = 0;
  for (const auto& p : panels) most = std::max(most, p.natural);
  Fit fit{per_row, most};
  if (!fits(most)) {
    double low = 0.05;
    for (int i = 0; i < 24; ++i) {
      const double middle = (low + fit.cell) / 2;
      (fits(middle) ? low : fit.cell) = middle;
    }
    fit.cell = low;
  }
  return fit;
}

/// Returns the cell of one row: the common one, or a larger one if its labels would be unreadable and the row has room.
double row_cell(std::span<const Measured> row, double common, double room, bool titles) {
  double needed = common;
  for (const auto& p : row) needed = std::max(needed, std::min(p.natural, p.readable));
  return needed > common ? std::max(common, std::min(needed, fitted(row, row.size(), room, titles).cell)) : common;
}

bool all_readable(std::span<const Measured> panels, const Fit& fit, double room, bool titles) {
  bool all = true;
  each_row(panels, fit.per_row, [&](std::span<const Measured> row) {
    const auto cell = row_cell(row, fit.cell, room, titles);
    all = all && std::ranges::all_of(row, [&](const Measured& p) { return p.cell(cell) >= p.readable; });
  });
  return all;
}

Fit best_fit(std::span<const Measured> panels, const Figure& figure, double room, bool titles) {
  const auto count = std::max<std::size_t>(1, panels.size());
  if (figure.columns > 0) return fitted(panels, static_cast<std::size_t>(figure.columns), room, titles, true);
  Fit best{0, 0};
  for (auto per_row = count; per_row > 0; --per_row) {
    const auto fit = fitted(panels, per_row, room, titles);
    if (all_readable(panels, fit, room, titles)) return fit;
    // Breaking rows must enlarge cells noticeably if labels stay unreadable anyway.
    if (best.per_row == 0 || fit.cell > best.cell * 1.5) best = fit;
  }
  return best;
}

/// Returns whether every panel has labels at the sizes of this fit.
bool readable(std::span<const Measured> panels, const Figure& figure, double room, bool titles) {
  const auto fit = best_fit(panels, figure, room, titles);
  if (figure.columns <= 0) return all_readable(panels, fit, room, titles);
  return std::ranges::all_of(panels, [&](const Measured& p) { return p.cell(fit.cell) >= p.readable; });
}

/// Returns the width for panels on a page of that width, in points of the layout.
double room_of(double width_cm, const FigureOptions& o) { return width_cm * points_per_cm / zoom_of(o) - 2 * figure_margin; }

/// Returns the width for panels, infinite if it has no limit.
double room_of(const FigureOptions& o) {
  if (o.width_cm > 0) return room_of(o.width_cm, o);
  return o.page.most.width > 0 ? room_of(o.page.most.width / points_per_cm, o) : 1e9;
}

/// Applies f to the diagram, or to it and to each of its parts.
template <class F>
void to_all(Diagram& d, F&& f) {
  f(d);
  for (auto& part : d.parts) f(part.diagram);
}

/// Returns the diagram without the text that is unreadable with that cell.
Diagram drawn(const Measured& m, double cell, const FigureOptions& o) {
  auto d = *m.panel->diagram;
  d.table = m.table;
  const auto least_letters = grid_options(o).least_letters;
  if (cell < m.readable) to_all(d, [](Diagram& of) { of.view.label_by = LabelBy::none; });
  if (!o.borders)
    to_all(d, [](Diagram& of) {
      of.rows.border_periods.clear();
      of.columns.border_periods.clear();
      of.frames.clear();
    });
  if (d.columns.hierarchical &&
      static_cast<double>(d.columns.natural_heading(d.columns.last_shown()).size()) * mono_advance * least_letters > cell - 2)
    d.columns.hierarchical = false;
  if (d.rows.hierarchical && cell < least_letters) d.rows.hierarchical = false;
  return d;
}

/// Adds text to a layout, in the theme's colours.
class Writer {
 public:
  Writer(FigureLayout& out, const FigureOptions& o) : out_(out), theme_(theme(o.page.theme)) {}
  void text(double x, double baseline, std::string text, Font font, double size, Rgb colour, Anchor anchor) {
    out_.texts.push_back({x, baseline, std::move(text), {font, size, colour, anchor}});
  }
  /// Adds lines below y, and moves y below them.
  void block(const std::vector<std::string>& lines, double x, double& y, Font font, double size, Rgb colour, Anchor anchor) {
    for (const auto& line : lines) {
      text(x, y + size, line, font, size, colour, anchor);
      y += size * 1.35;
    }
  }
  const Theme& theme_of() const { return theme_; }

 private:
  FigureLayout& out_;
  const Theme& theme_;
};

/// A panel at its final size.
struct Placing {
  const Measured* m = nullptr;
  PlacedGrid grid;
  std::vector<std::string> value, note, caption;
  double width = 0, head = 0;
};

Placing placing(const Measured& m, double cell, const FigureOptions& o) {
  Placing p;
  p.m = &m;
  const bool titles = o.page.title;
  p.width = m.width(cell, titles);
  if (!m.panel->diagram) return p;
  p.grid.cell = m.cell(cell);
  p.grid.diagram = drawn(m, p.grid.cell, o);
  const auto& d = p.grid.diagram;
  const Page page(d, grid_options(o), p.grid.cell);
  p.grid.width = page.size().width - 2 * page_margin;
  p.grid.height = page.size().height - 2 * page_margin;
  p.width = std::max(p.width, p.grid.width);
  if (titles) {
    if (!d.subtitle.empty()) p.value = broken_lines(d.subtitle, Font::mono, value_size, p.width + 0.5);
    if (!d.note.empty()) p.note = broken_lines(d.note.text(), Font::sans, figure_note_size, std::max(p.width, 96.0));
    if (!d.title.empty()) p.head += caption_title_size * 1.35;
    p.head += static_cast<double>(p.value.size()) * value_size * 1.35;
    if (p.head > 0) p.head += 3;
  }
  if (!m.panel->caption.empty()) p.caption = broken_lines(m.panel->caption.text(), Font::sans, caption_size, p.width);
  return p;
}

/// Places one row of panels from (x, y) on, and moves y below it.
void place_row(FigureLayout& out, Writer& write, std::vector<Placing> row, double x, double& y, bool titles) {
  const auto& t = write.theme_of();
  bool joined = false;
  double head = 0, tallest = 0, bottom = y;
  for (const auto& p : row) {
    joined = joined || !p.m->panel->joint.empty();
    head = std::max(head, p.head);
    tallest = std::max(tallest, p.grid.height);
  }
  for (auto& p : row) {
    // Operands and result are aligned by their middles, as in a formula; other panels by their tops.
    const auto down = joined ? (tallest - p.grid.height) / 2 : 0;
    const auto grid_x = x + (joined ? (p.width - p.grid.width) / 2 : 0), grid_y = y + head + down;
    if (titles && p.m->panel->diagram) {
      auto line = grid_y - p.head;
      if (!p.grid.diagram.title.empty())
        write.block({p.grid.diagram.title}, x, line, Font::sans_bold, caption_title_size, t.text, Anchor::start);
      write.block(p.value, x, line, Font::mono, value_size, t.text, Anchor::start);
    }
    auto below = grid_y + p.grid.height + 3;
    if (titles) write.block(p.note, x, below, Font::sans, figure_note_size, t.faint_text, Anchor::start);
    write.block(p.caption, x + p.width / 2, below, Font::sans, caption_size, t.text, Anchor::middle);
    bottom = std::max(bottom, below);
    if (p.m->panel->diagram) {
      p.grid.x = grid_x;
      p.grid.y = grid_y;
      out.grids.push_back(std::move(p.grid));
    }
    x += p.width;
    if (!p.m->panel->joint.empty()) {
      write.text(x + gap / 2 + p.m->joint / 2, y + head + tallest / 2 + joint_size * 0.36, p.m->panel->joint, Font::sans_bold, joint_size,
                 t.text, Anchor::middle);
      x += p.m->joint;
    }
    x += gap;
  }
  y = bottom;
}

/// Adds the lines between panels whose two cells are both shown.
void add_lines(FigureLayout& out, const Figure& figure, const FigureOptions& o) {
  std::vector<const PlacedGrid*> of_panel;
  std::size_t next = 0;
  for (const auto& panel : figure.panels) of_panel.push_back(panel.diagram ? &out.grids[next++] : nullptr);
  const auto end = [&](const PanelLine::End& e, bool lower) -> std::optional<std::pair<double, double>> {
    const auto* g = of_panel[e.panel];
    if (g == nullptr || e.row > g->diagram.rows.last_shown() || e.column > g->diagram.columns.last_shown()) return std::nullopt;
    const Page page(g->diagram, grid_options(o), g->cell);
    const auto left = g->x + page.grid_left() - page_margin, top = g->y + page.grid_top() - page_margin;
    return std::pair(left + (static_cast<double>(e.column) + 0.5) * g->cell, top + static_cast<double>(e.row + (lower ? 1 : 0)) * g->cell);
  };
  for (const auto& line : figure.lines) {
    const auto from = end(line.from, true), to = end(line.to, false);
    if (from && to) out.lines.push_back({{from->first, from->second, to->first, to->second}, line.accent});
  }
}

}  // namespace

Message called(const Panel& panel, std::size_t number) {
  const auto& d = *panel.diagram;
  return !d.title.empty() ? Message::verbatim(d.title) : !panel.caption.empty() ? panel.caption : message("panel {}", number);
}

ExportOptions grid_options(const FigureOptions& o) {
  auto page = o.page;
  page.title = false;
  page.transparent = true;
  page.most = {};
  page.least_letters = least_letter_points / zoom_of(o);
  return page;
}

ExportOptions grid_options(const FigureOptions& o, const FigureLayout& layout) {
  auto page = grid_options(o);
  page.least_letters = least_letter_points / layout.zoom;
  return page;
}

double least_labelled_width_cm(const Figure& figure, const FigureOptions& options) {
  auto o = options;
  o.width_cm = most_width_cm;
  std::vector<Measured> panels;
  for (const auto& p : figure.panels) panels.push_back(measured(p, o, std::numeric_limits<double>::infinity(), 0));
  const auto fits = [&](int millimetres) { return readable(panels, figure, room_of(millimetres / 10.0, o), o.page.title); };
  int low = static_cast<int>(10 * least_width_cm), high = static_cast<int>(10 * most_width_cm);
  if (!fits(high)) return 0;
  while (low < high) {
    const auto middle = (low + high) / 2;
    if (fits(middle)) high = middle;
    else low = middle + 1;
  }
  return high / 10.0;
}

FigureLayout lay_out(const Figure& figure, const FigureOptions& o, double most_cell) {
  FigureLayout out;
  out.zoom = zoom_of(o);
  Writer write(out, o);
  const auto& t = theme(o.page.theme);
  std::vector<Measured> panels;
  const bool titles = o.page.title;
  const auto room = room_of(o);
  for (const auto& p : figure.panels) panels.push_back(measured(p, o, most_cell, room));
  const auto fit = best_fit(panels, figure, room, titles);

  std::vector<std::vector<Placing>> rows;
  double content = 0;
  each_row(panels, fit.per_row, [&](std::span<const Measured> row) {
    auto& placed = rows.emplace_back();
    // Panels in columns, or with lines between them, belong together and share one scale.
    const auto cell = figure.columns > 0 || !figure.lines.empty() ? fit.cell : row_cell(row, fit.cell, room, titles);
    for (const auto& m : row) placed.push_back(placing(m, cell, o));
    content = std::max(content, row_width(row, cell, titles));
  });
  if (figure.columns > 0) {
    content = columns_width(panels, fit.per_row, fit.cell, titles);
    for (std::size_t c = 0; c < fit.per_row; ++c) {
      double widest = 0;
      for (const auto& row : rows)
        if (c < row.size()) widest = std::max(widest, row[c].width);
      for (auto& row : rows)
        if (c < row.size()) row[c].width = widest;
    }
  }
  if (!figure.title.empty() && o.width_cm <= 0)
    content = std::max(content, std::min(room, text_width(figure.title, Font::sans_bold, caption_title_size + 1)));
  const auto inner = o.width_cm > 0 ? room : std::max(content, 72.0);

  double y = figure_margin;
  if (!figure.title.empty()) {
    write.block(broken_lines(figure.title, Font::sans_bold, caption_title_size + 1, inner), figure_margin + inner / 2, y, Font::sans_bold,
                caption_title_size + 1, t.text, Anchor::middle);
    y += 4;
  }
  std::size_t above = 0;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    // Leaves space for lines between panels.
    const auto enters = std::ranges::any_of(figure.lines, [&](const PanelLine& line) {
      return line.from.panel < above && line.to.panel >= above && line.to.panel < above + rows[r].size();
    });
    if (r > 0) y += enters ? std::clamp(1.5 * fit.cell, row_gap, 60.0) : row_gap;
    above += rows[r].size();
    // Rows of a flow are left-aligned with each other and centred together.
    const auto x = figure_margin + std::max(0.0, (inner - content) / 2);
    place_row(out, write, std::move(rows[r]), x, y, titles);
  }
  add_lines(out, figure, o);
  if (o.legend || figure.legend) {
    y += 6;
    const auto aside = std::max(0.0, (inner - content) / 2);
    add_legend(out, figure, o, figure_margin + aside, inner - aside, y);
  }
  if (!figure.caption.empty()) {
    y += 6;
    write.block(broken_lines(figure.caption, Font::sans, caption_size, inner), figure_margin, y, Font::sans, caption_size, t.text,
                Anchor::start);
  }
  out.size = {o.width_cm > 0 ? o.width_cm * points_per_cm : std::ceil(out.zoom * (inner + 2 * figure_margin)),
              std::ceil(out.zoom * (y + figure_margin))};
  std::size_t grid = 0;
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    if (!figure.panels[i].diagram) continue;
    if (auto part = shown_part(*figure.panels[i].diagram); !part.empty())
      out.cut.push_back(message("{}: {}", called(figure.panels[i], i + 1), part));
    const auto& placed = out.grids[grid++];
    out.cell = std::max(out.cell, placed.cell * out.zoom);
    if (placed.cell < panels[i].readable) out.unlabelled.push_back(called(figure.panels[i], i + 1));
  }
  return out;
}

}  // namespace render
