#include "render/part_frames.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/layout/index_walk.hpp"
#include "render/colour_keys.hpp"

namespace render {
namespace {

constexpr std::size_t most_frames = 2048;  ///< more say nothing

/// A table of keys by rows and columns of cells.
struct Keys {
  std::int64_t rows, columns;
  std::vector<std::int32_t> of;  ///< row-major
  std::int32_t& at(std::int64_t row, std::int64_t column) { return of[static_cast<std::size_t>(row * columns + column)]; }
};

/// Neighbouring rows that are the same become one: `first` has the number of each in the table that there was, and then the number of
/// rows of that table.
Keys without_repeated_rows(Keys keys, std::vector<std::int64_t>& first) {
  const auto row = [&](std::int64_t r) { return keys.of.begin() + r * keys.columns; };
  first.clear();
  for (std::int64_t r = 0; r < keys.rows; ++r) {
    if (r > 0 && std::equal(row(r), row(r + 1), row(r - 1))) continue;
    if (std::ssize(first) < r) std::copy(row(r), row(r + 1), row(std::ssize(first)));
    first.push_back(r);
  }
  first.push_back(keys.rows);
  keys.rows = std::ssize(first) - 1;
  keys.of.resize(static_cast<std::size_t>(keys.rows * keys.columns));
  return keys;
}

Keys turned(Keys keys) {
  Keys t{keys.columns, keys.rows, std::vector<std::int32_t>(keys.of.size())};
  for (std::int64_t r = 0; r < keys.rows; ++r)
    for (std::int64_t c = 0; c < keys.columns; ++c) t.at(c, r) = keys.at(r, c);
  return t;
}

/// Rectangles of cells with the same key, from the first row on each as wide and then as high as it can be; keys below 0 are in none.
/// What belongs together has many rows and columns that are like their neighbours: these are looked at once.
std::vector<std::pair<CellBlock, std::int32_t>> rectangles(Keys keys) {
  std::vector<std::int64_t> row, column;  ///< where the rows and columns of what is looked at begin
  keys = without_repeated_rows(std::move(keys), row);
  keys = turned(without_repeated_rows(turned(std::move(keys)), column));
  std::vector<std::pair<CellBlock, std::int32_t>> found;
  constexpr std::int32_t taken = -1;
  for (std::int64_t r = 0; r < keys.rows; ++r)
    for (std::int64_t c = 0; c < keys.columns; ++c) {
      const auto key = keys.at(r, c);
      if (key < 0) continue;
      auto end = c + 1;
      while (end < keys.columns && keys.at(r, end) == key) ++end;
      auto below = r + 1;
      const auto whole = [&](std::int64_t next) {
        for (auto at = c; at < end; ++at)
          if (keys.at(next, at) != key) return false;
        return true;
      };
      while (below < keys.rows && whole(below)) ++below;
      for (auto at = r; at < below; ++at) std::fill(&keys.at(at, c), &keys.at(at, end - 1) + 1, taken);
      const auto number = [](const std::vector<std::int64_t>& begins, std::int64_t at) { return begins[static_cast<std::size_t>(at)]; };
      const auto top = number(row, r), left = number(column, c);
      found.push_back({{top, left, number(row, below) - top, number(column, end) - left}, key});
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

IndexMap cell_numbers(const Diagram& d) {
  if (!fits(d)) return IndexMap(0);
  IndexMap numbers(d.rows.extent * d.columns.extent);
  std::int32_t cell = 0;
  for (std::int64_t r = 0; r < d.rows.extent; ++r)
    for (std::int64_t c = 0; c < d.columns.extent; ++c, ++cell)
      if (const auto element = d.coordinate(r, c); element >= 0) numbers.set(element, cell);
  return numbers;
}

Keys without_keys(const Diagram& d) {
  const auto cells = static_cast<std::size_t>(d.rows.extent * d.columns.extent);
  return {d.rows.extent, d.columns.extent, std::vector<std::int32_t>(cells, -1)};
}

}  // namespace

PartFrames::PartFrames(Diagram& d) : d_(d), cells_(cell_numbers(d)) {}

void PartFrames::add_groups(const algebra::Layout& owners, std::int64_t together, const char* one, const char* several) {
  const auto threads = algebra::size(algebra::mode(owners, 0)), count = algebra::size(owners);
  if (threads <= together || !fits(d_) || count > 4 * most_table_cells) return;
  // Sets of groups are numbered: every cell has the number of its own, to which each group is added in turn.
  struct Set {
    std::vector<std::int64_t> groups;
    std::int64_t last = -1;        ///< of them
    std::int64_t with_group = -1;  ///< `with` is the set of these and of this one
    std::int32_t with = 0;
  };
  std::vector<Set> sets;
  auto keys = without_keys(d_);
  std::vector<std::int64_t> elements(static_cast<std::size_t>(count));
  algebra::indices(owners, 0, elements);
  Set nobody;
  for (std::int64_t begin = 0, group = 0; begin < threads; begin += together, ++group)
    for (std::int64_t value = 0; value < count; value += threads)
      for (auto i = value + begin; i < value + std::min(begin + together, threads); ++i) {
        const auto cell = cells_[elements[static_cast<std::size_t>(i)]];
        if (cell < 0) continue;
        auto& key = keys.of[static_cast<std::size_t>(cell)];
        auto& set = key < 0 ? nobody : sets[static_cast<std::size_t>(key)];
        if (set.last == group) continue;
        if (set.with_group != group) {
          set.with_group = group;
          set.with = static_cast<std::int32_t>(sets.size());
          key = set.with;
          auto groups = set.groups;
          groups.push_back(group);
          sets.push_back({std::move(groups), group});
          continue;
        }
        key = set.with;
      }
  for (const auto& [block, key] : rectangles(std::move(keys))) {
    const auto& groups = sets[static_cast<std::size_t>(key)].groups;
    d_.frames.push_back({block, false, fmt::format("{} {}", groups.size() == 1 ? one : several, listed(groups))});
  }
}

void PartFrames::add_pieces(const algebra::Layout& pieces) {
  const auto each = algebra::size(algebra::mode(pieces, 0)), count = algebra::size(pieces);
  if (each <= 1 || count <= each || !fits(d_) || count > 4 * most_table_cells) return;
  auto keys = without_keys(d_);
  std::vector<std::int64_t> elements(static_cast<std::size_t>(count));
  algebra::indices(pieces, 0, elements);
  std::int32_t piece = 0;
  for (auto element = elements.begin(); element != elements.end(); ++piece)
    for (std::int64_t i = 0; i < each; ++i, ++element)
      if (const auto cell = cells_[*element]; cell >= 0) keys.of[static_cast<std::size_t>(cell)] = piece;
  for (const auto& [block, key] : rectangles(std::move(keys))) d_.frames.push_back({block, true, {}});
}

void frame_warps(Diagram& d, const algebra::Layout& owners) { PartFrames(d).add_groups(owners, 32, "warp", "warps"); }

}  // namespace render
