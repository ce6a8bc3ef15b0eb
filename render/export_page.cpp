// The page of a diagram, for every pen.

#include <algorithm>
#include <array>
#include <cmath>

#include "algebra/layout/rounding.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/utf8.hpp"
#include "render/export_callouts.hpp"
#include "render/export_grid.hpp"
#include "render/export_labels.hpp"
#include "render/patterns.hpp"

namespace render {
namespace {

constexpr double margin = 12, title_size = 11.5, subtitle_size = 9.5, note_size = 9, heading_size = 7.5, natural_size = 6.5;
constexpr double name_size = 9, least_cell = 30, most_cell = 120, least_headed_cell = 0.2;
constexpr double least_natural = least_letter_points;  // smaller headings of nested modes are omitted
// Labels have a margin; letters that would be smaller than `small_letters` fill their cell instead.
constexpr double small_letters = 7, tight_line = 0.7, tight_two_lines = 0.43, second_line = 8 / label_points;

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) lines.push_back(algebra::take_until(text, '\n'));
  return lines;
}

/// Returns whether cells of that size have headings. In a picture of several grids headings tell the grids' positions, so they are kept
/// however small the cells.
bool has_headings(const Diagram& d, const ExportOptions& o, double cell) {
  return o.headings && (cell >= least_headed_cell || !d.parts.empty());
}

/// Calls f(middle of a slab, its caption) for as many slabs as have `room` points for one.
template <class F>
void each_caption(const Axis& axis, double cell, double room, F&& f) {
  if (axis.slabs.width < 1) return;
  const auto width = cell * static_cast<double>(axis.slabs.width);
  std::int64_t step = 1;
  while (static_cast<double>(step) * width < room) step *= 2;
  for (std::int64_t n = 0; n < axis.slab_count(); n += step) f((static_cast<double>(n) + 0.5) * width, axis.slab_caption(n));
}

}  // namespace

LabelSize label_size(const Diagram& d) {
  LabelSize result;
  const auto take = [&](std::string_view label) {
    const auto lines = split_lines(label);
    result.lines = std::max(result.lines, lines.size());
    for (const auto line : lines) result.characters = std::max(result.characters, algebra::character_count(line));
  };
  if (!d.labelled()) return result;
  // The widest index bounds all labels.
  if (d.view.label_by == LabelBy::index && d.plain_indices()) {
    take(std::to_string(d.widest_index()));
    return result;
  }
  // Samples larger pictures: labels grow with the coordinates, so corners and edges suffice.
  const auto step = [](std::int64_t extent) { return std::max<std::int64_t>(1, extent / 64); };
  const auto last_row = d.rows.last_shown(), last_column = d.columns.last_shown();
  for (std::int64_t r = 0; r <= last_row; r += step(d.rows.extent))
    for (std::int64_t c = 0; c <= last_column; c += step(d.columns.extent)) take(d.label(r, c));
  take(d.label(last_row, last_column));
  if (d.view.label_by == LabelBy::index) take(std::to_string(d.widest_index()));
  return result;
}

LabelSize label_size(const Diagram& d, const ExportOptions& options) {
  auto size = label_size(d);
  // A figure's letters and its clearance are measured in points of its page.
  size.clear = label_clearance * options.least_letters / least_letter_points;
  return size;
}

LetterSizes label_letters(LabelSize size, double cell) {
  const bool two = size.lines > 1;
  const auto width = static_cast<double>(size.characters) * mono_advance;
  const auto roomy = std::min((cell - std::max(4.0, 2 * size.clear)) / width, cell * (two ? 0.3 : 0.5));
  const auto tight = std::min((cell - 2 * size.clear) / width, cell * (two ? tight_two_lines : tight_line));
  const auto first = std::min(label_points, std::max(roomy, std::min(small_letters, tight)));
  return {first, two ? std::min(first, std::max(first * second_line, natural_size)) : first};
}

double cell_for_letters(LabelSize size, double letter) {
  const auto across = static_cast<double>(size.characters) * mono_advance * letter;
  return std::max(across + 2 * size.clear, letter / (size.lines > 1 ? tight_two_lines : tight_line));
}

Page::Page(const Diagram& d, const ExportOptions& options, double cell)
    : diagram_(&d), options_(options), label_(label_size(d, options)), cell_(cell) {
  const auto last_row = d.rows.last_shown(), last_column = d.columns.last_shown();
  const bool natural_rows = d.rows.hierarchical, natural_columns = d.columns.hierarchical;
  if (cell_ <= 0) {
    cell_ = std::max(least_cell, static_cast<double>(label_.characters) * label_points * mono_advance + 10);
    if (label_.lines > 1) cell_ = std::max(cell_, 40.0);
    if (options.headings && natural_columns)
      cell_ = std::max(cell_, static_cast<double>(d.columns.natural_heading(last_column).size()) * natural_size * mono_advance + 4);
    cell_ = std::min(std::ceil(cell_), std::max(most_cell, std::ceil(cell_for_letters(label_, least_letter_points))));
  }
  const bool headings = has_headings(d, options, cell_);
  const auto grid_width = cell_ * static_cast<double>(d.columns.extent), grid_height = cell_ * static_cast<double>(d.rows.extent);

  left_ = margin;
  if (headings && d.rows.slabs.width > 0) left_ += text_width(d.rows.slab_caption(d.rows.slab_count() - 1), Font::mono, natural_size) + 6;
  if (headings) {
    left_ += std::max(8.0, text_width(d.rows.longest_heading(), Font::mono, heading_size));
    for (const auto& part : d.parts)
      if (part.column == 0) left_ = std::max(left_, margin + text_width(part.diagram.rows.name, Font::sans_bold, heading_size));
    row_flat_ = left_;
    if (natural_rows) left_ += 4 + text_width(d.rows.natural_heading(last_row), Font::mono, natural_size);
    left_ += 6;
  }
  double width = left_ + grid_width, y = margin;
  if (options.title && !(d.title.empty() && d.subtitle.empty())) {
    const auto title_width = d.title.empty() ? 0 : text_width(d.title, Font::sans_bold, title_size) + 8;
    const auto room = std::max(width, 460.0) - margin;
    subtitle_x_ = margin + title_width;
    first_subtitle_y_ = y + title_size;
    subtitle_ = {d.subtitle};
    if (const auto line = title_width + text_width(d.subtitle, Font::mono, subtitle_size); line <= room) {
      width = std::max(width, margin + line);
    } else {
      // A value too long to stand beside its name gets lines of its own.
      subtitle_x_ = margin;
      if (title_width > 0) first_subtitle_y_ += subtitle_size * 1.5;
      subtitle_ = broken_lines(d.subtitle, Font::mono, subtitle_size, room);
      for (const auto& line_text : subtitle_) width = std::max(width, margin + text_width(line_text, Font::mono, subtitle_size));
    }
    y = first_subtitle_y_ + subtitle_size * 1.4 * static_cast<double>(subtitle_.size() - 1) + 8;
  }
  const bool several = !d.parts.empty();
  headings_y_ = 5 + frame_words_above(d, labelled(), cell_);
  for (const auto& part : d.parts) headings_y_ = std::max(headings_y_, 5 + frame_words_above(part.diagram, labelled(), cell_));
  if (headings)
    y += heading_size + headings_y_ + (natural_columns ? natural_size + 2 : 0) + (d.columns.slabs.width > 0 ? natural_size + 5 : 0);
  if (headings && several) y += name_size + 4;
  top_ = y;
  y += grid_height;
  if (headings && several) y += name_size + 2;
  if (!d.table.empty()) {
    const auto table = table_size(d.table);
    // A table wider than the grid begins below the headings of the rows.
    table_left_ = std::max(margin, std::min(left_, left_ + grid_width - table.width));
    width = std::max(width, table_left_ + table.width);
    y += table.height;
  }
  if (options.title && !d.note.empty()) {
    note_ = broken_lines(d.note.text(), Font::sans, note_size, std::max(width - margin, 300.0));
    for (const auto& line : note_) width = std::max(width, left_ + text_width(line, Font::sans, note_size));
    y += 6 + static_cast<double>(note_.size()) * note_size * 1.45;
  }
  size_ = {std::ceil(width + margin), std::ceil(y + margin)};
}

bool Page::labelled() const {
  return diagram_->labelled() && label_letters(label_, cell_).second >= std::max(0.01, options_.least_letters) - 0.005;
}

double Page::natural_letters() const {
  const auto& columns = diagram_->columns;
  return (cell_ - 2) / (static_cast<double>(columns.natural_heading(columns.last_shown()).size()) * mono_advance);
}

double Page::least_letters() const {
  double least = 0;
  const auto take = [&](bool there, double size) {
    if (there) least = least == 0 ? size : std::min(least, size);
  };
  take(labelled(), label_letters(label_, cell_).second);
  if (has_headings(*diagram_, options_, cell_)) {
    take(true, heading_size);
    take(diagram_->rows.hierarchical || diagram_->rows.slabs.width > 0 || diagram_->columns.slabs.width > 0, natural_size);
    take(diagram_->columns.hierarchical && natural_letters() >= least_natural, std::min(natural_size, natural_letters()));
  }
  take(!diagram_->table.empty(), table_letters);
  if (options_.title) {
    take(!diagram_->title.empty(), title_size);
    take(!diagram_->subtitle.empty(), subtitle_size);
    take(!diagram_->note.empty(), note_size);
  }
  return least;
}

bool Page::draw(Pen& pen, const Progress& progress) const {
  if (!options_.transparent) pen.fill_rect(0, 0, size_.width, size_.height, theme(options_.theme).card);
  const auto all = all_cells(*diagram_);
  if (!draw_inside(pen, all, true, progress)) return false;
  draw_rest(pen, all);
  return true;
}

template <class F>
void Page::each_grid(const Block& block, F&& f) const {
  if (diagram_->parts.empty()) return f(*this, block);
  for (const auto& part : diagram_->parts) {
    const auto& of = part.diagram;
    const auto first_row = std::max(block.first_row, part.row), first_column = std::max(block.first_column, part.column),
               rows = std::min(block.first_row + block.rows, part.row + of.rows.extent) - first_row,
               columns = std::min(block.first_column + block.columns, part.column + of.columns.extent) - first_column;
    if (rows < 1 || columns < 1) continue;
    auto page = *this;
    page.diagram_ = &of;
    page.left_ += cell_ * static_cast<double>(part.column);
    page.top_ += cell_ * static_cast<double>(part.row);
    page.row_flat_ = page.left_ - 6;
    f(page, Block{first_row - part.row, rows, first_column - part.column, columns});
  }
}

bool Page::draw_inside(Pen& pen, const Block& part, bool labels, const Progress& progress) const {
  Steps steps(progress, part.rows * part.columns * (labels && labelled() ? 2 : 1));
  bool whole = true;
  each_grid(part, [&](const Page& grid, const Block& block) {
    const GridPlace place{grid.left_, grid.top_, cell_};
    whole = whole && draw_cells(*grid.diagram_, block, options_.theme, place, pen, steps) &&
            draw_patterns(*grid.diagram_, block, options_.theme, place, pen, steps) &&
            draw_hatching(*grid.diagram_, block, options_.theme, place, pen, steps);
  });
  if (!whole) return false;
  pen.labels(true);
  each_grid(part, [&](const Page& grid, const Block& block) {
    if (labels && whole && grid.labelled())
      whole = draw_labels(*grid.diagram_, block, options_.theme, {grid.left_, grid.top_, cell_}, label_, pen, steps);
  });
  if (!whole) return false;
  pen.labels(false);
  return true;
}

void Page::draw_part(Pen& pen, const Block& part, bool labels) const {
  draw_inside(pen, part, labels, {});
  const bool headings = has_headings(*diagram_, options_, cell_);
  each_grid(part, [&](const Page& grid, const Block& block) {
    grid.draw_lines(pen, block);
    if (headings) grid.draw_headings(pen, block);
  });
}

void Page::draw_rest(Pen& pen, const Block& part) const {
  const GridPlace place{left_, top_, cell_};
  const bool headings = has_headings(*diagram_, options_, cell_);
  each_grid(part, [&](const Page& grid, const Block& block) { grid.draw_lines(pen, block); });
  each_grid(all_cells(*diagram_), [&](const Page& grid, const Block&) {
    grid.draw_frame(pen);
    draw_frames(*grid.diagram_, options_.theme, {grid.left_, grid.top_, cell_}, grid.labelled(), pen);
  });
  const auto right = left_ + cell_ * static_cast<double>(diagram_->columns.extent),
             bottom = top_ + cell_ * static_cast<double>(diagram_->rows.extent);
  draw_thread(*diagram_, options_.theme, place, pen);
  draw_callouts(*diagram_, options_, place, right, bottom, labelled(), pen);
  const auto below = !diagram_->parts.empty() && headings ? bottom + name_size + 2 : bottom;
  draw_table(diagram_->table, options_.theme, table_left_, below, pen);
  if (headings) {
    each_grid(part, [&](const Page& grid, const Block& block) { grid.draw_headings(pen, block); });
    draw_captions(pen);
    each_grid(all_cells(*diagram_), [&](const Page& grid, const Block&) {
      if (grid.diagram_ != diagram_) grid.draw_names(pen);
    });
  }
  draw_texts(pen);
}

void Page::draw_lines(Pen& pen, const Block& part) const {
  const auto& t = theme(options_.theme);
  const auto end_row = part.first_row + part.rows, end_column = part.first_column + part.columns;
  const auto left = left_ + cell_ * static_cast<double>(part.first_column), right = left_ + cell_ * static_cast<double>(end_column),
             top = top_ + cell_ * static_cast<double>(part.first_row), bottom = top_ + cell_ * static_cast<double>(end_row);
  const auto levels = std::max(diagram_->rows.border_periods.size(), diagram_->columns.border_periods.size());
  // Lines become thinner with cells of a few points, and vanish before they would cover the cells.
  const auto thin = std::min(1.0, cell_ / 14);
  std::vector<Segment> segments;
  const auto draw = [&](int level, Rgb colour, double width) {
    const auto add = [&](const Segment& s) {
      segments.push_back(s);
      if (segments.size() < 4096) return;
      pen.lines(segments, colour, width);
      segments.clear();
    };
    for (auto r = std::max<std::int64_t>(1, part.first_row); r <= end_row && r < diagram_->rows.extent; ++r)
      if (const auto y = top_ + cell_ * static_cast<double>(r); diagram_->rows.border_level(r) == level) add({left, y, right, y});
    for (auto c = std::max<std::int64_t>(1, part.first_column); c <= end_column && c < diagram_->columns.extent; ++c)
      if (const auto x = left_ + cell_ * static_cast<double>(c); diagram_->columns.border_level(c) == level) add({x, top, x, bottom});
    pen.lines(segments, colour, width);
    segments.clear();
  };
  if (cell_ >= 5) draw(0, t.hair_line, 0.6 * thin);
  for (std::size_t k = 1; k <= levels; ++k) draw(static_cast<int>(k), t.tile_border, (1.0 + 0.5 * static_cast<double>(k - 1)) * thin);
}

void Page::draw_frame(Pen& pen) const {
  const auto& t = theme(options_.theme);
  const auto right = left_ + cell_ * static_cast<double>(diagram_->columns.extent),
             bottom = top_ + cell_ * static_cast<double>(diagram_->rows.extent);
  const auto levels = std::max(diagram_->rows.border_periods.size(), diagram_->columns.border_periods.size());
  const auto thin = std::min(1.0, cell_ / 14);
  const std::array<Segment, 4> frame{
      {{left_, top_, right, top_}, {right, top_, right, bottom}, {right, bottom, left_, bottom}, {left_, bottom, left_, top_}}};
  pen.lines(frame, t.tile_border, std::max(0.5, (1.2 + 0.5 * (levels > 1 ? static_cast<double>(levels - 1) : 0)) * thin));
}

/// Only parts in the first row and the first column of the grid have headings.
void Page::draw_headings(Pen& pen, const Block& part) const {
  const auto& t = theme(options_.theme);
  const auto fainter = mixed(t.faint_text, t.card, 0.2);
  const auto& rows = diagram_->rows;
  const auto& columns = diagram_->columns;
  // Omits headings so that they do not touch.
  const auto step_for = [&](double room) {
    std::int64_t step = 1;
    while (static_cast<double>(step) * cell_ < room) step *= 2;
    return step;
  };
  /// Only the first part in a row or a column has its headings.
  const auto end_row = part.first_column == 0 ? part.first_row + part.rows : 0,
             end_column = part.first_row == 0 ? part.first_column + part.columns : 0;
  const auto column_count = columns.headed ? end_column : 0, row_count = rows.headed ? end_row : 0;
  TextBatch batch(pen);
  const auto column_step = step_for(text_width(columns.longest_heading(), Font::mono, heading_size) + 4);
  const auto natural_fits = natural_letters();
  const bool natural_columns = columns.hierarchical && natural_fits >= least_natural;
  for (auto c = algebra::round_up(part.first_column, column_step); c < column_count; c += column_step) {
    const auto x = left_ + (static_cast<double>(c) + 0.5) * cell_;
    batch.add(x, top_ - headings_y_ - (columns.hierarchical ? natural_size + 2 : 0), columns.heading(c),
              {Font::mono, heading_size, t.faint_text, Anchor::middle});
    if (natural_columns && column_step == 1)
      batch.add(x, top_ - headings_y_, columns.natural_heading(c),
                {Font::mono, std::min(natural_size, natural_fits), fainter, Anchor::middle});
  }
  const auto row_step = step_for(heading_size + 1);
  for (auto r = algebra::round_up(part.first_row, row_step); r < row_count; r += row_step) {
    const auto y = top_ + (static_cast<double>(r) + 0.5) * cell_;
    batch.add(row_flat_, y + heading_size * 0.36, rows.heading(r), {Font::mono, heading_size, t.faint_text, Anchor::end});
    if (rows.hierarchical)
      batch.add(left_ - 6, y + natural_size * 0.36, rows.natural_heading(r), {Font::mono, natural_size, fainter, Anchor::end});
  }
}

void Page::draw_captions(Pen& pen) const {
  const auto& t = theme(options_.theme);
  const auto& rows = diagram_->rows;
  const auto& columns = diagram_->columns;
  TextBatch batch(pen);
  const TextStyle caption{Font::mono, natural_size, t.text, Anchor::middle};
  const auto above = top_ - headings_y_ - heading_size - 3 - (columns.hierarchical ? natural_size + 2 : 0);
  each_caption(columns, cell_, text_width(columns.slab_caption(columns.slab_count() - 1), Font::mono, natural_size) + 4,
               [&](double middle, const std::string& text) { batch.add(left_ + middle, above, text, caption); });
  each_caption(rows, cell_, natural_size + 2, [&](double middle, const std::string& text) {
    batch.add(margin, top_ + middle + natural_size * 0.36, text, {Font::mono, natural_size, t.text, Anchor::start});
  });
}

/// Draws the name of a grid among others, above it, or below if it has no headings and other grids above; and its axes' names: the rows' at
/// the corner of the headings, the columns' above the first of these.
void Page::draw_names(Pen& pen) const {
  const auto& t = theme(options_.theme);
  const auto& d = *diagram_;
  const auto width = cell_ * static_cast<double>(d.columns.extent), height = cell_ * static_cast<double>(d.rows.extent);
  const auto above = top_ - headings_y_ - heading_size - 3;
  auto middle = left_ + width / 2;
  if (d.columns.headed) {
    pen.text(left_, above, d.columns.name, {Font::sans_bold, heading_size, t.text, Anchor::start});
    middle = std::max(middle, left_ + text_width(d.columns.name, Font::sans_bold, heading_size) + 4 +
                                  text_width(d.title, Font::sans_bold, name_size) / 2);
  }
  pen.text(middle, d.columns.headed ? above : top_ + height + name_size + 1, d.title, {Font::sans_bold, name_size, t.text, Anchor::middle});
  if (d.rows.headed) pen.text(row_flat_, top_ - headings_y_, d.rows.name, {Font::sans_bold, heading_size, t.text, Anchor::end});
}

void Page::draw_texts(Pen& pen) const {
  const auto& t = theme(options_.theme);
  if (options_.title && !diagram_->title.empty())
    pen.text(margin, margin + title_size, diagram_->title, {Font::sans_bold, title_size, t.text, Anchor::start});
  auto y = first_subtitle_y_;
  for (const auto& line : subtitle_) {
    pen.text(subtitle_x_, y, line, {Font::mono, subtitle_size, mixed(t.text, t.card, 0.25), Anchor::start});
    y += subtitle_size * 1.4;
  }
  y = top_ + cell_ * static_cast<double>(diagram_->rows.extent) + table_size(diagram_->table).height + 6 + note_size;
  if (!diagram_->parts.empty() && options_.headings) y += name_size + 2;
  for (const auto& line : note_) {
    pen.text(left_, y, line, {Font::sans, note_size, t.faint_text, Anchor::start});
    y += note_size * 1.45;
  }
}

}  // namespace render
