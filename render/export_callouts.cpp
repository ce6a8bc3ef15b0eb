#include "render/export_callouts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "render/theme.hpp"

namespace render {
namespace {

constexpr double line_height = table_letters * 1.5, above_table = 10, between_columns = 10, mark_size = 6, least_meaning = 48;

std::vector<std::string> lines_of(const std::string& meaning) { return broken_lines(meaning, Font::sans, table_letters, 1e9); }

/// Returns the widths of a table's columns.
std::array<double, 4> column_widths(std::span<const TableLine> lines) {
  std::array<double, 4> widths{};
  for (const auto& l : lines) {
    const auto take = [&](std::size_t i, std::string_view text, Font font) {
      widths[i] = std::max(widths[i], text_width(text, font, table_letters));
    };
    take(0, l.place, Font::mono);
    take(1, l.name.text(), Font::sans);
    take(2, l.value, Font::mono);
    for (const auto& line : lines_of(l.meaning.text())) take(3, line, Font::sans);
  }
  return widths;
}

double width_of(const std::array<double, 4>& columns) {
  double width = mark_size + between_columns;
  for (const auto w : columns) width += w + (w > 0 ? between_columns : 0);
  return width;
}

}  // namespace

std::vector<TableLine> broken_table(std::vector<TableLine> lines, double width) {
  const auto columns = column_widths(lines);
  const auto too_wide = width_of(columns) - width;
  if (too_wide <= 0) return lines;
  const auto meaning = std::max(least_meaning, columns[3] - too_wide);
  for (auto& l : lines)
    l.meaning =
        algebra::Message::verbatim(fmt::format("{}", fmt::join(broken_lines(l.meaning.text(), Font::sans, table_letters, meaning), "\n")));
  return lines;
}

PageSize table_size(std::span<const TableLine> lines) {
  if (lines.empty()) return {};
  std::size_t count = 0;
  for (const auto& l : lines) count += std::max<std::size_t>(1, lines_of(l.meaning.text()).size());
  return {width_of(column_widths(lines)), above_table + line_height * static_cast<double>(count)};
}

void draw_table(std::span<const TableLine> lines, ThemeName name, double left, double top, Pen& pen) {
  const auto& t = theme(name);
  const auto widths = column_widths(lines);
  auto baseline = top + above_table + table_letters;
  for (const auto& l : lines) {
    pen.fill_rect(left, baseline - mark_size, mark_size, mark_size, ink_of(l.of, t));
    auto x = left + mark_size + between_columns;
    const auto column = [&](std::size_t i, std::string_view text, Font font, Rgb colour, bool right = false) {
      if (widths[i] == 0) return;
      pen.text(right ? x + widths[i] : x, baseline, text, {font, table_letters, colour, right ? Anchor::end : Anchor::start});
      x += widths[i] + between_columns;
    };
    column(0, l.place, Font::mono, t.faint_text, true);
    column(1, l.name.text(), Font::sans, t.text);
    column(2, l.value, Font::mono, t.text, true);
    const auto meaning = lines_of(l.meaning.text());
    for (std::size_t i = 0; i < meaning.size(); ++i)
      pen.text(x, baseline + static_cast<double>(i) * line_height, meaning[i], {Font::sans, table_letters, t.faint_text, Anchor::start});
    baseline += line_height * static_cast<double>(std::max<std::size_t>(1, meaning.size()));
  }
}

namespace {

/// A frame's words have the size of headings. In a labelled grid they are drawn only if cells have room for both.
constexpr double words_size = 7.5, least_beside_labels = 3.6 * words_size;

/// Returns the width of a frame's words with their margin; 0: there is no room for any.
double words_width(const CellFrame& f, double cell) {
  if (f.words.empty() || words_size > static_cast<double>(f.cells.rows) * cell) return 0;
  const auto wide = text_width(f.words, Font::sans_bold, words_size) + words_size * 0.6;
  return wide > static_cast<double>(f.cells.columns) * cell ? 0 : wide;
}

}  // namespace

double frame_words_above(const Diagram& d, bool labelled, double cell) {
  const auto above = [&](const CellFrame& f) { return f.cells.row == 0 && words_width(f, cell) > 0; };
  return labelled && cell >= least_beside_labels && d.columns.headed && std::ranges::any_of(d.frames, above) ? 0.5 * words_size : 0;
}

void draw_frames(const Diagram& d, ThemeName name, const GridPlace& at, bool labelled, Pen& pen) {
  if (at.cell < 1) return;
  const auto& t = theme(name);
  const auto light = mixed(t.tile_border, t.card, 0.25), strong = t.tile_border;
  const auto thin = std::min(1.0, at.cell / 14);
  const auto corners = [&](const CellBlock& b) {
    const auto x0 = at.left + static_cast<double>(b.column) * at.cell, y0 = at.top + static_cast<double>(b.row) * at.cell;
    return std::array{x0, y0, x0 + static_cast<double>(b.columns) * at.cell, y0 + static_cast<double>(b.rows) * at.cell};
  };
  for (const bool is_light : {true, false}) {
    std::vector<Segment> segments;
    for (const auto& f : d.frames) {
      if (f.light != is_light) continue;
      const auto [x0, y0, x1, y1] = corners(f.cells);
      segments.insert(segments.end(), {{x0, y0, x1, y0}, {x1, y0, x1, y1}, {x1, y1, x0, y1}, {x0, y1, x0, y0}});
    }
    pen.lines(segments, is_light ? light : strong, (is_light ? 1.1 : 2.2) * std::max(0.4, thin));
  }
  // Words stand on the frame's upper side, between the labels, and are omitted if labels fill their cells; without labels they stand in its
  // middle.
  constexpr double size = words_size;
  if (labelled && at.cell < least_beside_labels) return;
  for (const auto& f : d.frames) {
    const auto wide = words_width(f, at.cell);
    if (wide <= 0) continue;
    const auto [x0, y0, x1, y1] = corners(f.cells);
    const auto x = labelled ? x0 + wide / 2 + size * 0.5 : (x0 + x1) / 2, y = labelled ? y0 : (y0 + y1) / 2;
    pen.fill_rect(x - wide / 2, y - size * 0.6, wide, size * 1.2, t.card);
    pen.text(x, y + size * 0.36, f.words, {Font::sans_bold, size, t.text, Anchor::middle});
  }
}

void draw_thread(const Diagram& d, ThemeName name, const GridPlace& at, Pen& pen) {
  const auto width = std::clamp(at.cell / 12, 0.6, 2.4);
  std::vector<Segment> segments;
  for (const auto& cell : d.cells_of_thread(d.thread)) {
    const auto x0 = at.left + static_cast<double>(cell.column) * at.cell + width / 2,
               y0 = at.top + static_cast<double>(cell.row) * at.cell + width / 2, x1 = x0 + at.cell - width, y1 = y0 + at.cell - width;
    segments.insert(segments.end(), {{x0, y0, x1, y0}, {x1, y0, x1, y1}, {x1, y1, x0, y1}, {x0, y1, x0, y0}});
  }
  pen.lines(segments, theme(name).accent, width);
}

void draw_callouts(const Diagram& d, const ExportOptions& options, const GridPlace& at, double right, double bottom, bool labelled,
                   Pen& pen) {
  const auto& t = theme(options.theme);
  // Omits callouts on cells too small to see.
  if (at.cell < (d.parts.empty() ? 2 : 0.5)) return;
  const auto x_of = [&](double column) { return at.left + column * at.cell; };
  const auto y_of = [&](double row) { return at.top + row * at.cell; };
  const auto width = std::clamp(at.cell / 12, 0.8, 2.4);
  struct Words {
    double x, y;
    const Callout* of;
    double size;
  };
  const auto least = std::min(9.0, options.least_letters);
  std::vector<Words> words;
  for (const auto& c : d.callouts) {
    const auto ink = ink_of(c.of, t);
    const auto row = static_cast<double>(c.row), column = static_cast<double>(c.column);
    if (!c.to) {
      const double x0 = x_of(column), y0 = y_of(row), x1 = std::min(right, x_of(column + static_cast<double>(c.columns))),
                   y1 = std::min(bottom, y_of(row + static_cast<double>(c.rows)));
      const std::array<Segment, 4> frame{{{x0, y0, x1, y0}, {x1, y0, x1, y1}, {x1, y1, x0, y1}, {x0, y1, x0, y0}}};
      pen.lines(frame, ink, width);
      // In the frame's middle, as large as fits.
      if (!c.words.empty()) words.push_back({(x0 + x1) / 2, (y0 + y1) / 2, &c, std::clamp(std::min(x1 - x0, y1 - y0) * 0.4, least, 9.0)});
      continue;
    }
    const auto ends = ends_of(c);
    const double x0 = x_of(ends.column), y0 = y_of(ends.row), x1 = x_of(ends.to_column), y1 = y_of(ends.to_row);
    const double length = std::hypot(x1 - x0, y1 - y0), ux = (x1 - x0) / length, uy = (y1 - y0) / length,
                 head = std::min(at.cell / 3, length / 2);
    const std::array<Segment, 3> arrow{{{x0, y0, x1, y1},
                                        {x1, y1, x1 - head * (ux + uy * 0.5), y1 - head * (uy - ux * 0.5)},
                                        {x1, y1, x1 - head * (ux - uy * 0.5), y1 - head * (uy + ux * 0.5)}}};
    pen.lines(arrow, ink, width * 1.2);
    if (!c.words.empty()) words.push_back({(x0 + x1) / 2, (y0 + y1) / 2, &c, std::clamp(at.cell * 0.45, least, 9.0)});
  }
  // Omits words that would cover labels or a short arrow; the table's line in the same ink has the information.
  std::erase_if(words, [&](const Words& w) {
    const auto cells = w.of->to ? std::max(w.of->to->first - w.of->row, w.of->to->second - w.of->column) : w.of->rows;
    const bool covers = !d.parts.empty() && static_cast<double>(cells) * at.cell < 1.5 * text_width(w.of->words, Font::sans_bold, w.size);
    return covers || (labelled && !d.label(w.of->row, w.of->column).empty());
  });
  for (const auto& w : words) {
    const auto size = w.size;
    const auto wide = text_width(w.of->words, Font::sans_bold, size) + size * 0.6;
    // Keeps the words within their own grid.
    const auto* part = d.part_at(w.of->row, w.of->column);
    const auto left = x_of(part == nullptr ? 0 : static_cast<double>(part->column)) + wide / 2,
               top = y_of(part == nullptr ? 0 : static_cast<double>(part->row)) + size * 0.75;
    const auto x = std::clamp(w.x, left, std::max(left, right - wide / 2)), y = std::max(w.y, top);
    pen.fill_rect(x - wide / 2, y - size * 0.75, wide, size * 1.5, t.card);
    pen.text(x, y + size * 0.36, w.of->words, {Font::sans_bold, size, ink_of(w.of->of, t), Anchor::middle});
  }
}

}  // namespace render
