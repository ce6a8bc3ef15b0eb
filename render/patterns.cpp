#include "render/patterns.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace render {

Pattern pattern_of(ThemeName name, std::size_t entry) {
  return name == ThemeName::grey ? static_cast<Pattern>(entry % pattern_count) : Pattern::none;
}

Rgb pattern_ink(Rgb fill) { return mixed(fill, {0, 0, 0}, 0.45); }

void add_pattern(std::vector<Segment>& out, Pattern pattern, double x0, double y0, double x1, double y1, double apart) {
  const auto first = [apart](double from) { return std::ceil(from / apart) * apart; };
  const auto is = [pattern](auto... any) { return ((pattern == any) || ...); };
  if (is(Pattern::across, Pattern::squares))
    for (auto y = first(y0); y < y1; y += apart) out.push_back({x0, y, x1, y});
  if (is(Pattern::down, Pattern::squares))
    for (auto x = first(x0); x < x1; x += apart) out.push_back({x, y0, x, y1});
  // The lines x + y = sum, or x - y = sum, that cross the page, clipped to the rectangle.
  const auto slanted = apart * std::sqrt(2.0);
  const auto first_slanted = [slanted](double from) { return std::ceil(from / slanted) * slanted; };
  if (is(Pattern::rising, Pattern::diamonds))
    for (auto sum = first_slanted(x0 + y0); sum < x1 + y1; sum += slanted) {
      const auto from = std::max(x0, sum - y1), to = std::min(x1, sum - y0);
      if (from < to) out.push_back({from, sum - from, to, sum - to});
    }
  if (is(Pattern::falling, Pattern::diamonds))
    for (auto sum = first_slanted(x0 - y1); sum < x1 - y0; sum += slanted) {
      const auto from = std::max(x0, sum + y0), to = std::min(x1, sum + y1);
      if (from < to) out.push_back({from, from - sum, to, to - sum});
    }
  constexpr double dot = 0.6;
  if (is(Pattern::dots))
    for (auto y = first(y0 + dot); y < y1 - dot; y += apart)
      for (auto x = first(x0 + dot); x < x1 - dot; x += apart)
        out.insert(out.end(), {{x - dot, y - 0.2, x + dot, y - 0.2}, {x - dot, y + 0.2, x + dot, y + 0.2}});
}

bool draw_patterns(const Diagram& d, const Block& part, ThemeName name, const GridPlace& place, Pen& pen, Steps& steps) {
  if (name != ThemeName::grey) return true;
  const auto colours = fills_of(d, name);
  const auto apart = std::clamp(place.cell / 5, 2.0, 5.0);
  std::map<std::uint8_t, std::vector<Segment>> by_ink;
  const auto draw = [&](std::vector<Segment>& segments, std::uint8_t ink) {
    pen.lines(segments, {ink, ink, ink}, pattern_width);
    segments.clear();
  };
  const bool all = each_block(part, [&](const Block& block) {
    CellColours cells(d, block, colours.size());
    for (auto r = block.first_row; r < block.first_row + block.rows; ++r) {
      const auto entries = cells.row(r);
      const auto y = place.top + static_cast<double>(r) * place.cell;
      for (std::int64_t c = 0; c < block.columns;) {
        const auto entry = entries[static_cast<std::size_t>(c)];
        auto end = c + 1;
        while (end < block.columns && entries[static_cast<std::size_t>(end)] == entry) ++end;
        if (entry >= 0) {
          const auto at = static_cast<std::size_t>(entry);
          const auto ink = pattern_ink(colours[at]).r;
          auto& segments = by_ink[ink];
          const auto x = [&](std::int64_t column) { return place.left + static_cast<double>(block.first_column + column) * place.cell; };
          add_pattern(segments, pattern_of(name, at), x(c), y, x(end), y + place.cell, apart);
          if (segments.size() > 4096) draw(segments, ink);
        }
        c = end;
      }
      if (!steps.done(0)) return false;
    }
    return true;
  });
  for (auto& [ink, segments] : by_ink) draw(segments, ink);
  return all;
}

}  // namespace render
