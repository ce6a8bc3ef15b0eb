// The page of a diagram, for every pen.

#include <algorithm>
#include <array>
#include <cmath>

#include "render/export_pen.hpp"

namespace render {
namespace {

constexpr double margin = 12, title_size = 11.5, subtitle_size = 9.5, note_size = 9, heading_size = 7.5, natural_size = 6.5;
constexpr double label_size_points = 10.5, small_label_size = 8;
constexpr double least_cell = 30, most_cell = 120, least_labelled_cell = 6, least_headed_cell = 4;
constexpr double mono_advance = 0.6;   // JetBrains Mono, of its size

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// Code points, for what is drawn in a font of one width.
std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

/// Breaks after commas and spaces, so that no line is longer than `width`.
std::vector<std::string> wrapped(std::string_view text, Font font, double size, double width) {
  std::vector<std::string> lines;
  for (const auto line : split_lines(text)) {
    std::string current;
    for (std::size_t from = 0; from < line.size();) {
      const auto end = std::min(line.find_first_of(", ", from), line.size() - 1) + 1;
      const auto piece = line.substr(from, end - from);
      if (!current.empty() && text_width(current + std::string(piece), font, size) > width) {
        lines.push_back(current);
        current.clear();
      }
      current += piece;
      from = end;
    }
    lines.push_back(current);
  }
  return lines;
}

double luminance(Rgb c) {
  const auto linear = [](std::uint8_t v) { return std::pow(v / 255.0, 2.2); };
  return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
}

Rgb mixed(Rgb a, Rgb b, double t) {
  const auto mix = [t](std::uint8_t x, std::uint8_t y) { return static_cast<std::uint8_t>(std::lround(x + (y - x) * t)); };
  return {mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b)};
}

/// Black or white where the theme's own text could not be read.
Rgb ink_on(Rgb fill, Rgb text) {
  const auto contrast = [](double a, double b) { return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05); };
  const auto under = luminance(fill);
  if (contrast(under, luminance(text)) >= 4.5) return text;
  return contrast(under, 0) > contrast(under, 1) ? Rgb{0, 0, 0} : Rgb{255, 255, 255};
}

/// Keys of cells without a look at both layouts for each.
class Keys {
 public:
  explicit Keys(const Diagram& d) : diagram_(d), fast_(d.colour.separable && d.view.colour_by != ColourBy::none) {
    if (!fast_) return;
    rows_.resize(static_cast<std::size_t>(d.rows.extent));
    columns_.resize(static_cast<std::size_t>(d.columns.extent));
    algebra::indices(d.colour.row_key, 0, rows_);
    algebra::indices(d.colour.column_key, 0, columns_);
  }
  /// The palette entry, -1 for none.
  int entry(std::int64_t row, std::int64_t column, std::int64_t colours) const {
    if (!fast_) {
      const auto key = diagram_.colour_key(row, column);
      return key < 0 ? -1 : static_cast<int>(key % colours);
    }
    const auto sum = diagram_.colour.offset + rows_[static_cast<std::size_t>(row)] + columns_[static_cast<std::size_t>(column)];
    const auto divisor = std::max<std::int64_t>(1, diagram_.colour.divisor);
    const auto key = sum / divisor - (sum % divisor < 0);
    return static_cast<int>((key % colours + colours) % colours);
  }

 private:
  const Diagram& diagram_;
  bool fast_;
  std::vector<std::int64_t> rows_, columns_;
};

}  // namespace

LabelSize label_size(const Diagram& d) {
  LabelSize result;
  const auto take = [&](std::string_view label) {
    const auto lines = split_lines(label);
    result.lines = std::max(result.lines, lines.size());
    for (const auto line : lines) result.characters = std::max(result.characters, characters(line));
  };
  // Small pictures are looked at as a whole; in larger ones labels grow with the coordinates, so corners and edges do.
  const auto step = [](std::int64_t extent) { return std::max<std::int64_t>(1, extent / 64); };
  const auto last_row = d.rows.extent - 1, last_column = d.columns.extent - 1;
  for (std::int64_t r = 0; r <= last_row; r += step(d.rows.extent))
    for (std::int64_t c = 0; c <= last_column; c += step(d.columns.extent)) take(d.label(r, c));
  take(d.label(last_row, last_column));
  if (d.view.label_by == LabelBy::index) take(std::to_string(d.widest_index()));
  return result;
}

Page::Page(const Diagram& d, const ExportOptions& options, double cell) : diagram_(d), options_(options), cell_(cell) {
  const auto last_row = d.rows.extent - 1, last_column = d.columns.extent - 1;
  const bool natural_rows = d.rows.hierarchical, natural_columns = d.columns.hierarchical;
  if (cell_ <= 0) {
    const auto label = label_size(d);
    cell_ = std::max(least_cell, static_cast<double>(label.characters) * label_size_points * mono_advance + 10);
    if (label.lines > 1) cell_ = std::max(cell_, 40.0);
    if (options.headings && natural_columns)
      cell_ = std::max(cell_, static_cast<double>(d.columns.natural_heading(last_column).size()) * natural_size * mono_advance + 4);
    cell_ = std::min(std::ceil(cell_), most_cell);
  }
  const bool headings = options.headings && cell_ >= least_headed_cell;
  const auto grid_width = cell_ * static_cast<double>(d.columns.extent), grid_height = cell_ * static_cast<double>(d.rows.extent);

  left_ = margin;
  if (headings) {
    left_ += std::max(8.0, text_width(d.rows.heading(last_row), Font::mono, heading_size));
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
      // A value too long to stand beside its name has lines of its own.
      subtitle_x_ = margin;
      if (title_width > 0) first_subtitle_y_ += subtitle_size * 1.5;
      subtitle_ = wrapped(d.subtitle, Font::mono, subtitle_size, room);
      for (const auto& line_text : subtitle_) width = std::max(width, margin + text_width(line_text, Font::mono, subtitle_size));
    }
    y = first_subtitle_y_ + subtitle_size * 1.4 * static_cast<double>(subtitle_.size() - 1) + 8;
  }
  if (headings) y += heading_size + 5 + (natural_columns ? natural_size + 2 : 0);
  top_ = y;
  y += grid_height;
  if (options.title && !d.note.empty()) {
    note_ = wrapped(d.note, Font::sans, note_size, std::max(width - margin, 300.0));
    for (const auto& line : note_) width = std::max(width, left_ + text_width(line, Font::sans, note_size));
    y += 6 + static_cast<double>(note_.size()) * note_size * 1.45;
  }
  size_ = {std::ceil(width + margin), std::ceil(y + margin)};
}

void Page::draw(Pen& pen) const {
  if (!options_.transparent) pen.fill_rect(0, 0, size_.width, size_.height, theme(options_.theme).card);
  draw_cells(pen);
  if (cell_ >= least_labelled_cell) draw_labels(pen);
  draw_lines(pen);
  if (options_.headings && cell_ >= least_headed_cell) draw_headings(pen);
  draw_texts(pen);
}

void Page::draw_cells(Pen& pen) const {
  const auto colours = palette(diagram_.view.palette, options_.theme);
  const Keys keys(diagram_);
  const auto count = static_cast<std::int64_t>(colours.size());
  for (std::int64_t r = 0; r < diagram_.rows.extent; ++r) {
    // Neighbours of one colour are one rectangle: smaller files, and no seams between them.
    for (std::int64_t c = 0; c < diagram_.columns.extent;) {
      const auto entry = keys.entry(r, c, count);
      auto end = c + 1;
      while (end < diagram_.columns.extent && keys.entry(r, end, count) == entry) ++end;
      if (entry >= 0)
        pen.fill_rect(left_ + static_cast<double>(c) * cell_, top_ + static_cast<double>(r) * cell_, static_cast<double>(end - c) * cell_, cell_, colours[static_cast<std::size_t>(entry)]);
      c = end;
    }
  }
}

void Page::draw_labels(Pen& pen) const {
  const auto& t = theme(options_.theme);
  const auto colours = palette(diagram_.view.palette, options_.theme);
  const auto size = label_size(diagram_);
  const bool two_lines = size.lines > 1;
  const auto fits = (cell_ - 4) / (static_cast<double>(size.characters) * mono_advance);
  const auto first = std::min({label_size_points, fits, cell_ * (two_lines ? 0.3 : 0.5)}), second = first * small_label_size / label_size_points;
  // Ink by palette entry, the last one for cells without a colour.
  std::vector<Rgb> fills(colours.begin(), colours.end());
  fills.push_back(t.card);
  const Keys keys(diagram_);
  for (std::int64_t r = 0; r < diagram_.rows.extent; ++r)
    for (std::int64_t c = 0; c < diagram_.columns.extent; ++c) {
      const auto label = diagram_.label(r, c);
      if (label.empty()) continue;
      const auto entry = keys.entry(r, c, static_cast<std::int64_t>(colours.size()));
      const auto fill = fills[entry < 0 ? colours.size() : static_cast<std::size_t>(entry)];
      const auto ink = ink_on(fill, t.text);
      const auto x = left_ + (static_cast<double>(c) + 0.5) * cell_, y = top_ + (static_cast<double>(r) + 0.5) * cell_;
      const auto lines = split_lines(label);
      if (lines.size() < 2) {
        pen.text(x, y + first * 0.36, label, {Font::mono, first, ink, Anchor::middle});
        continue;
      }
      pen.text(x, y - cell_ * 0.07, lines[0], {Font::mono, first, ink, Anchor::middle});
      pen.text(x, y + cell_ * 0.27, lines[1], {Font::mono, second, mixed(ink, fill, 0.3), Anchor::middle});
    }
}

void Page::draw_lines(Pen& pen) const {
  const auto& t = theme(options_.theme);
  const auto right = left_ + cell_ * static_cast<double>(diagram_.columns.extent), bottom = top_ + cell_ * static_cast<double>(diagram_.rows.extent);
  const auto levels = std::max(diagram_.rows.border_periods.size(), diagram_.columns.border_periods.size());
  std::vector<std::vector<Segment>> by_level(levels + 1);
  for (std::int64_t r = 1; r < diagram_.rows.extent; ++r) {
    const auto y = top_ + cell_ * static_cast<double>(r);
    by_level[static_cast<std::size_t>(diagram_.rows.border_level(r))].push_back({left_, y, right, y});
  }
  for (std::int64_t c = 1; c < diagram_.columns.extent; ++c) {
    const auto x = left_ + cell_ * static_cast<double>(c);
    by_level[static_cast<std::size_t>(diagram_.columns.border_level(c))].push_back({x, top_, x, bottom});
  }
  // Lines stay thin beside cells of a few points, and go where they would cover the cells.
  const auto thin = std::min(1.0, cell_ / 14);
  if (cell_ >= 5) pen.lines(by_level[0], t.hair_line, 0.6 * thin);
  for (std::size_t k = 1; k <= levels; ++k) pen.lines(by_level[k], t.tile_border, (1.0 + 0.5 * static_cast<double>(k - 1)) * thin);
  const std::array<Segment, 4> frame{{{left_, top_, right, top_}, {right, top_, right, bottom}, {right, bottom, left_, bottom}, {left_, bottom, left_, top_}}};
  pen.lines(frame, t.tile_border, std::max(0.5, (1.2 + 0.5 * (levels > 1 ? static_cast<double>(levels - 1) : 0)) * thin));
}

void Page::draw_headings(Pen& pen) const {
  const auto& t = theme(options_.theme);
  const auto fainter = mixed(t.faint_text, t.card, 0.2);
  const auto& rows = diagram_.rows;
  const auto& columns = diagram_.columns;
  // Headings that would touch leave out as many as they must.
  const auto step_for = [&](double room) {
    std::int64_t step = 1;
    while (static_cast<double>(step) * cell_ < room) step *= 2;
    return step;
  };
  const auto column_step = step_for(text_width(columns.heading(columns.extent - 1), Font::mono, heading_size) + 4);
  const auto natural_fits = (cell_ - 2) / (static_cast<double>(columns.natural_heading(columns.extent - 1).size()) * mono_advance);
  const bool natural_columns = columns.hierarchical && natural_fits >= 3;
  for (std::int64_t c = 0; c < columns.extent; c += column_step) {
    const auto x = left_ + (static_cast<double>(c) + 0.5) * cell_;
    pen.text(x, top_ - 5 - (columns.hierarchical ? natural_size + 2 : 0), columns.heading(c), {Font::mono, heading_size, t.faint_text, Anchor::middle});
    if (natural_columns && column_step == 1)
      pen.text(x, top_ - 5, columns.natural_heading(c), {Font::mono, std::min(natural_size, natural_fits), fainter, Anchor::middle});
  }
  const auto row_step = step_for(heading_size + 1);
  for (std::int64_t r = 0; r < rows.extent; r += row_step) {
    const auto y = top_ + (static_cast<double>(r) + 0.5) * cell_;
    pen.text(row_flat_, y + heading_size * 0.36, rows.heading(r), {Font::mono, heading_size, t.faint_text, Anchor::end});
    if (rows.hierarchical) pen.text(left_ - 6, y + natural_size * 0.36, rows.natural_heading(r), {Font::mono, natural_size, fainter, Anchor::end});
  }
}

void Page::draw_texts(Pen& pen) const {
  const auto& t = theme(options_.theme);
  if (options_.title && !diagram_.title.empty()) pen.text(margin, margin + title_size, diagram_.title, {Font::sans_bold, title_size, t.text, Anchor::start});
  auto y = first_subtitle_y_;
  for (const auto& line : subtitle_) {
    pen.text(subtitle_x_, y, line, {Font::mono, subtitle_size, mixed(t.text, t.card, 0.25), Anchor::start});
    y += subtitle_size * 1.4;
  }
  y = top_ + cell_ * static_cast<double>(diagram_.rows.extent) + 6 + note_size;
  for (const auto& line : note_) {
    pen.text(left_, y, line, {Font::sans, note_size, t.faint_text, Anchor::start});
    y += note_size * 1.45;
  }
}

}  // namespace render
