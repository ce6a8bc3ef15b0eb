#include "render/export_grid.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "render/export_cells.hpp"
#include "render/export_labels.hpp"
#include "render/patterns.hpp"

namespace render {
namespace {

double luminance(Rgb c) {
  const auto linear = [](std::uint8_t v) { return std::pow(v / 255.0, 2.2); };
  return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
}

/// Columns [first, end) with one palette entry, unchanged since `row`.
struct Run {
  std::int64_t first, end, row;
  int entry;
};

/// Merges runs of the row above and of this one into rectangles.
class Merger {
 public:
  Merger(const GridPlace& place, std::span<const Rgb> colours, Pen& pen) : place_(place), colours_(colours), pen_(pen) {}
  ~Merger() { pen_.fill_rects(rects_); }
  Merger(const Merger&) = delete;
  Merger& operator=(const Merger&) = delete;

  void row(std::int64_t row, std::int64_t first_column, std::span<const std::int16_t> entries) {
    now_.clear();
    const auto count = static_cast<std::int64_t>(entries.size());
    for (std::int64_t c = 0; c < count;) {
      const auto entry = entries[static_cast<std::size_t>(c)];
      auto end = c + 1;
      while (end < count && entries[static_cast<std::size_t>(end)] == entry) ++end;
      if (entry >= 0) now_.push_back({first_column + c, first_column + end, row, entry});
      c = end;
    }
    auto above = open_.begin();
    for (auto& run : now_) {
      for (; above != open_.end() && above->first < run.first; ++above) close(*above, row);
      if (above == open_.end() || above->first != run.first) continue;
      if (above->end == run.end && above->entry == run.entry) run.row = above->row;
      else close(*above, row);
      ++above;
    }
    for (; above != open_.end(); ++above) close(*above, row);
    open_.swap(now_);
  }
  void end(std::int64_t row) {
    for (const auto& run : open_) close(run, row);
    open_.clear();
  }

 private:
  void close(const Run& run, std::int64_t end_row) {
    rects_.push_back({place_.left + static_cast<double>(run.first) * place_.cell, place_.top + static_cast<double>(run.row) * place_.cell,
                      static_cast<double>(run.end - run.first) * place_.cell, static_cast<double>(end_row - run.row) * place_.cell,
                      colours_[static_cast<std::size_t>(run.entry)]});
    if (rects_.size() < 8192) return;
    pen_.fill_rects(rects_);
    rects_.clear();
  }

  GridPlace place_;
  std::span<const Rgb> colours_;
  Pen& pen_;
  std::vector<Run> open_, now_;
  std::vector<FilledRect> rects_;
};

/// The style of labels on each palette entry; the last one is for cells without a colour.
struct LabelStyles {
  std::vector<TextStyle> first, second;
  double first_rise, second_rise;  ///< from the cell's middle down to the baselines of two lines
};

LabelStyles label_styles(const Diagram& d, ThemeName name, double cell, LabelSize size) {
  const auto& t = theme(name);
  const auto colours = fills_of(d, name);
  const auto [first, second] = label_letters(size, cell);
  // Capitals are 0.73 of a letter's size high; the space above, between and below the two lines is equal.
  constexpr double capital = 0.73;
  const auto room = (cell - capital * (first + second)) / 3;
  std::vector<Rgb> fills(colours.begin(), colours.end());
  fills.push_back(t.card);
  LabelStyles result{.first = {}, .second = {}, .first_rise = room + capital * first - cell / 2, .second_rise = cell / 2 - room};
  for (const auto fill : fills) {
    const auto ink = ink_on(fill, t.text);
    result.first.push_back({Font::mono, first, ink, Anchor::middle});
    const auto faint = mixed(ink, fill, 0.3);
    result.second.push_back({Font::mono, second, ink_on(fill, faint) == faint ? faint : ink, Anchor::middle});
  }
  return result;
}

}  // namespace

Rgb ink_on(Rgb fill, Rgb text) {
  const auto contrast = [](double a, double b) { return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05); };
  const auto under = luminance(fill);
  if (contrast(under, luminance(text)) >= 4.5) return text;
  return contrast(under, 0) > contrast(under, 1) ? Rgb{0, 0, 0} : Rgb{255, 255, 255};
}

Rgb mixed(Rgb a, Rgb b, double t) {
  const auto mix = [t](std::uint8_t x, std::uint8_t y) { return static_cast<std::uint8_t>(std::lround(x + (y - x) * t)); };
  return {mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b)};
}

bool draw_cells(const Diagram& d, const Block& part, ThemeName name, const GridPlace& place, Pen& pen, Steps& steps) {
  const auto colours = fills_of(d, name);
  Merger merger(place, colours, pen);
  return each_block(part, [&](const Block& block) {
    CellColours cells(d, block, colours.size());
    const auto end = block.first_row + block.rows;
    for (auto r = block.first_row; r < end; ++r) {
      merger.row(r, block.first_column, cells.row(r));
      if (!steps.done(block.columns)) return false;
    }
    if (end == part.first_row + part.rows) merger.end(end);
    return true;
  });
}

Rgb hatching_ink(ThemeName name) { return mixed(theme(name).card, theme(name).tile_border, 0.4); }

void each_hatched(const Diagram& d, const Block& block, const std::function<void(const Block&)>& f) {
  if (d.bounds.empty()) return;
  // Runs of the rows above that have the same columns.
  std::vector<Block> open, now;
  const auto close = [&](std::int64_t row) {
    for (auto& run : open) {
      run.rows = row - run.first_row;
      f(run);
    }
  };
  const auto same = [](const Block& a, const Block& b) { return a.first_column == b.first_column && a.columns == b.columns; };
  const auto end_row = block.first_row + block.rows, end_column = block.first_column + block.columns;
  for (auto r = block.first_row; r < end_row; ++r) {
    now.clear();
    for (auto c = block.first_column; c < end_column;) {
      auto end = c;
      while (end < end_column && d.beyond(r, end)) ++end;
      if (end > c) now.push_back({r, 1, c, end - c});
      c = end + 1;
    }
    if (std::ranges::equal(open, now, same)) continue;
    close(r);
    open.swap(now);
  }
  close(end_row);
}

bool draw_hatching(const Diagram& d, const Block& part, ThemeName name, const GridPlace& place, Pen& pen, Steps& steps) {
  if (d.bounds.empty()) return true;
  const auto ink = hatching_ink(name);
  const double apart = std::clamp(place.cell / 4, 3.0, 8.0) / std::sqrt(2.0), width = std::min(0.7, place.cell / 10);
  std::vector<Segment> segments;
  const bool all = each_block(part, [&](const Block& block) {
    each_hatched(d, block, [&](const Block& b) {
      const auto x0 = place.left + static_cast<double>(b.first_column) * place.cell, x1 = x0 + static_cast<double>(b.columns) * place.cell;
      const auto y0 = place.top + static_cast<double>(b.first_row) * place.cell, y1 = y0 + static_cast<double>(b.rows) * place.cell;
      add_pattern(segments, Pattern::rising, x0, y0, x1, y1, apart);
      if (segments.size() < 4096) return;
      pen.lines(segments, ink, width);
      segments.clear();
    });
    return steps.done(0);
  });
  pen.lines(segments, ink, width);
  return all;
}

bool draw_labels(const Diagram& d, const Block& part, ThemeName name, const GridPlace& place, LabelSize size, Pen& pen, Steps& steps) {
  const auto fills = fills_of(d, name);
  const auto colours = fills.size();
  const auto styles = label_styles(d, name, place.cell, size);
  std::vector<Pattern> patterns;
  for (std::size_t k = 0; k < colours; ++k) patterns.push_back(pattern_of(name, k));
  TextBatch batch(pen);
  std::string label;
  // Clears a patterned cell behind its label, which is drawn with its batch.
  const auto add = [&](double x, double baseline, std::string_view text, const TextStyle& style, std::int16_t entry) {
    const auto pattern = entry < 0 ? Pattern::none : patterns[static_cast<std::size_t>(entry)];
    if (pattern != Pattern::none) {
      // Horizontal lines beside a number would look like its sign.
      const bool across = pattern == Pattern::across || pattern == Pattern::squares || pattern == Pattern::dots;
      const auto wide = std::min(place.cell - 0.5, text_width(text, style.font, style.size) + (across ? 1e9 : 0.25 * style.size));
      pen.fill_rect(x - wide / 2, baseline - 0.86 * style.size, wide, style.size, fills[static_cast<std::size_t>(entry)]);
    }
    batch.add(x, baseline, text, style);
  };
  return each_block(part, [&](const Block& block) {
    CellColours cells(d, block, colours);
    const CellLabels labels(d, block);
    for (auto r = block.first_row; r < block.first_row + block.rows; ++r) {
      const auto entries = cells.row(r);
      const auto y = place.top + (static_cast<double>(r) + 0.5) * place.cell;
      for (std::int64_t k = 0; k < block.columns; ++k) {
        const auto entry = entries[static_cast<std::size_t>(k)];
        const auto style = entry < 0 ? colours : static_cast<std::size_t>(entry);
        const auto x = place.left + (static_cast<double>(block.first_column + k) + 0.5) * place.cell;
        label.clear();
        labels.append(label, r, block.first_column + k);
        const auto& first = styles.first[style];
        if (const auto line_end = label.find('\n'); line_end == std::string::npos) {
          add(x, y + first.size * 0.36, label, first, entry);
        } else {
          add(x, y + styles.first_rise, std::string_view(label).substr(0, line_end), first, entry);
          add(x, y + styles.second_rise, std::string_view(label).substr(line_end + 1), styles.second[style], entry);
        }
      }
      if (!steps.done(block.columns)) return false;
    }
    return true;
  });
}

}  // namespace render
