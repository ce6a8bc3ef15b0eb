#include "render/part_frames.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "algebra/layout/index_walk.hpp"
#include "render/colour_keys.hpp"

namespace render {
namespace {

constexpr std::size_t most_frames = 2048;  ///< more say nothing

/// Rectangles of cells with the same key, from the first row on each as wide and then as high as it can be; keys below 0 are in none.
std::vector<std::pair<CellBlock, std::int32_t>> rectangles(std::int64_t rows, std::int64_t columns, const std::vector<std::int32_t>& keys) {
  std::vector<std::pair<CellBlock, std::int32_t>> found;
  std::vector<bool> taken(keys.size());
  const auto at = [&](std::int64_t r, std::int64_t c) { return static_cast<std::size_t>(r * columns + c); };
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t c = 0; c < columns; ++c) {
      const auto key = keys[at(r, c)];
      if (key < 0 || taken[at(r, c)]) continue;
      const auto free = [&](std::int64_t row, std::int64_t column) { return keys[at(row, column)] == key && !taken[at(row, column)]; };
      auto end = c + 1;
      while (end < columns && free(r, end)) ++end;
      auto below = r + 1;
      const auto whole = [&](std::int64_t row) {
        for (auto column = c; column < end; ++column)
          if (!free(row, column)) return false;
        return true;
      };
      while (below < rows && whole(below)) ++below;
      for (auto row = r; row < below; ++row)
        for (auto column = c; column < end; ++column) taken[at(row, column)] = true;
      found.push_back({{r, c, below - r, end - c}, key});
      if (found.size() > most_frames) return {};
    }
  return found;
}

/// "0, 2", "0–3", "0, 2, …, 14".
std::string listed(const std::vector<std::int64_t>& numbers) {
  constexpr std::size_t most = 4;
  const auto first = numbers.front(), last = numbers.back();
  if (numbers.size() > 2 && last - first + 1 == std::ssize(numbers)) return fmt::format("{}–{}", first, last);
  std::string text;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers.size() > most && i == 2) return fmt::format("{}, …, {}", text, last);
    text += fmt::format("{}{}", i == 0 ? "" : ", ", numbers[i]);
  }
  return text;
}

bool fits(const Diagram& d) { return d.rows.extent * d.columns.extent <= most_table_cells; }

std::size_t cell_number(const Diagram& d, Diagram::Cell cell) {
  return static_cast<std::size_t>(cell.row * d.columns.extent + cell.column);
}

}  // namespace

void frame_groups(Diagram& d, const algebra::Layout& owners, std::int64_t together, const char* one, const char* several) {
  const auto threads = algebra::size(algebra::mode(owners, 0)), count = algebra::size(owners);
  if (threads <= together || !fits(d) || count > 4 * most_table_cells) return;
  // Sets of groups are numbered: every cell has the number of its own, to which each group is added in turn.
  std::vector<std::vector<std::int64_t>> sets{{}};
  std::map<std::pair<std::int32_t, std::int64_t>, std::int32_t> with;                       ///< a set and one group more: 0, no set yet
  std::vector<std::int32_t> alone(static_cast<std::size_t>((threads - 1) / together + 1));  ///< a group by itself, of which most sets are
  std::vector<std::int32_t> set_of(static_cast<std::size_t>(d.rows.extent * d.columns.extent));
  std::vector<std::int64_t> elements(static_cast<std::size_t>(count));
  algebra::indices(owners, 0, elements);
  for (std::int64_t thread = 0; thread < threads; ++thread)
    for (std::int64_t i = thread; i < count; i += threads) {
      const auto cell = d.cell_of(elements[static_cast<std::size_t>(i)]);
      if (!cell) continue;
      auto& set = set_of[cell_number(d, *cell)];
      const auto group = thread / together;
      if (const auto& has = sets[static_cast<std::size_t>(set)]; !has.empty() && has.back() == group) continue;
      auto& known = set == 0 ? alone[static_cast<std::size_t>(group)] : with[{set, group}];
      if (known == 0) {
        known = static_cast<std::int32_t>(sets.size());
        auto larger = sets[static_cast<std::size_t>(set)];
        larger.push_back(group);
        sets.push_back(std::move(larger));
      }
      set = known;
    }
  for (auto& set : set_of) --set;  // nobody's: -1
  for (const auto& [cells, key] : rectangles(d.rows.extent, d.columns.extent, set_of)) {
    const auto& groups = sets[static_cast<std::size_t>(key) + 1];
    d.frames.push_back({cells, false, fmt::format("{} {}", groups.size() == 1 ? one : several, listed(groups))});
  }
}

void frame_pieces(Diagram& d, const algebra::Layout& pieces) {
  const auto each = algebra::size(algebra::mode(pieces, 0)), count = algebra::size(pieces);
  if (each <= 1 || count <= each || !fits(d) || count > 4 * most_table_cells) return;
  std::vector<std::int32_t> piece_of(static_cast<std::size_t>(d.rows.extent * d.columns.extent), -1);
  algebra::walk_indices(pieces, 0, count, [&](std::int64_t i, std::int64_t element) {
    if (const auto cell = d.cell_of(element)) piece_of[cell_number(d, *cell)] = static_cast<std::int32_t>(i / each);
    return true;
  });
  for (const auto& [cells, key] : rectangles(d.rows.extent, d.columns.extent, piece_of)) d.frames.push_back({cells, true, {}});
}

}  // namespace render
