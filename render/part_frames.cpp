#include "render/part_frames.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "render/colour_keys.hpp"
#include "render/owner_maps.hpp"

namespace render {
namespace {

constexpr std::size_t most_frames = 2048;  ///< more frames would be unreadable

/// A table of keys by rows and columns of cells.
struct Keys {
  std::int64_t rows = 0, columns = 0;
  std::vector<std::int32_t> of;  ///< row-major
  std::int32_t& at(std::int64_t row, std::int64_t column) { return of[static_cast<std::size_t>(row * columns + column)]; }
  /// Returns the key of an element; null if there is no such element.
  std::int32_t* of_element(std::int64_t element) {
    return element >= 0 && element < std::ssize(of) ? &of[static_cast<std::size_t>(element)] : nullptr;
  }
};

/// Merges equal neighbouring rows; first[i] is row i's index in the old table, first.back() that table's number of rows.
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

/// Returns rectangles of cells with the same key, from the first row on, each as wide and then as high as possible; keys below 0 are in
/// none. The rows of the table are the columns of the grid, or its rows if it is transposed. Equal neighbouring rows and columns, which are
/// common, are looked at once.
std::vector<std::pair<CellBlock, std::int32_t>> rectangles(Keys keys, bool transposed) {
  std::vector<std::int64_t> row, column;  ///< where the distinct rows and columns begin in the whole table
  keys = without_repeated_rows(std::move(keys), column);
  keys = without_repeated_rows(turned(std::move(keys)), row);
  if (transposed) {
    keys = turned(std::move(keys));
    std::swap(row, column);
  }
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

/// Returns "0, 2", "0–3", "0, 2, …, 14".
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

struct Extents {
  std::int64_t first, second;
};
Extents extents_of(const Diagram& d) {
  return d.view.transposed ? Extents{d.columns.extent, d.rows.extent} : Extents{d.rows.extent, d.columns.extent};
}

/// Returns a table without keys for the elements, by their 1-D coordinates: a row for each coordinate in the second mode.
Keys without_keys(const Diagram& d) {
  const auto [first, second] = extents_of(d);
  return {second, first, std::vector<std::int32_t>(static_cast<std::size_t>(first * second), -1)};
}

/// Returns key(owner) of each element.
template <class Key>
Keys keys_of(const AxisOwners& by, Key&& key) {
  Keys keys{std::ssize(by.second), std::ssize(by.first), {}};
  keys.of.reserve(by.first.size() * by.second.size());
  for (std::size_t j = 0; j < by.second.size(); ++j)
    for (std::size_t i = 0; i < by.first.size(); ++i) keys.of.push_back(key(by.at(i, j)));
  return keys;
}

bool fits(const Diagram& d, std::int64_t count) {
  return d.shape.rank() == 2 && d.elements.empty() && d.parts.empty() && d.rows.extent * d.columns.extent <= most_table_cells &&
         count <= 4 * most_table_cells;
}

/// The distinct sets of groups of threads that share elements, numbered: `keys` has the set of each element.
struct GroupSets {
  Keys keys;
  std::vector<std::vector<std::int64_t>> groups;
};

GroupSets group_sets(const AxisOwners& by, std::int64_t together) {
  // Elements of one thread belong to the same sets of groups; if `whole`, so do those of one group.
  const bool whole = std::ranges::all_of(by.also, [&](std::int64_t also) { return also % together == 0; });
  std::map<std::vector<std::int64_t>, std::int32_t> numbers;
  std::vector<std::int32_t> of_thread;
  GroupSets sets;
  const auto number_of = [&](std::int64_t thread) {
    std::vector<std::int64_t> groups;
    for (const auto also : by.also)
      if (const auto group = (thread + also) / together; groups.empty() || groups.back() != group) groups.push_back(group);
    const auto [found, is_new] = numbers.emplace(groups, static_cast<std::int32_t>(sets.groups.size()));
    if (is_new) sets.groups.push_back(std::move(groups));
    return found->second;
  };
  sets.keys = keys_of(by, [&](Diagram::Owner owner) {
    const auto thread = static_cast<std::size_t>(owner.thread);
    if (of_thread.size() <= thread) of_thread.resize(thread + 1, -1);
    auto& number = of_thread[thread];
    if (number >= 0) return number;
    const auto first = whole ? owner.thread / together * together : owner.thread;
    of_thread.resize(std::max(of_thread.size(), static_cast<std::size_t>(first + (whole ? together : 1))), -1);
    const auto of_group = number_of(first);
    std::fill_n(of_thread.begin() + first, whole ? together : 1, of_group);
    return of_group;
  });
  return sets;
}

/// Finds the sets by enumeration. `keys`: a table of all elements without keys.
GroupSets group_sets(const algebra::Layout& owners, Keys keys, std::int64_t together) {
  const auto threads = algebra::size(algebra::mode(owners, 0)), count = algebra::size(owners);
  // Adds each group to the sets of its elements in turn.
  struct Set {
    std::vector<std::int64_t> groups;
    std::int64_t last = -1;        ///< the last of `groups`
    std::int64_t with_group = -1;  ///< `with` is the set of `groups` and this one
    std::int32_t with = 0;
  };
  std::vector<Set> sets;
  const auto elements = all_indices(owners);
  Set nobody;
  for (std::int64_t begin = 0, group = 0; begin < threads; begin += together, ++group)
    for (std::int64_t value = 0; value < count; value += threads)
      for (auto i = value + begin; i < value + std::min(begin + together, threads); ++i) {
        auto* key = keys.of_element(elements[static_cast<std::size_t>(i)]);
        if (key == nullptr) continue;
        auto& set = *key < 0 ? nobody : sets[static_cast<std::size_t>(*key)];
        if (set.last == group) continue;
        if (set.with_group != group) {
          set.with_group = group;
          set.with = *key = static_cast<std::int32_t>(sets.size());
          auto groups = set.groups;
          groups.push_back(group);
          sets.push_back({std::move(groups), group});
          continue;
        }
        *key = set.with;
      }
  GroupSets result{std::move(keys), {}};
  for (auto& set : sets) result.groups.push_back(std::move(set.groups));
  return result;
}

}  // namespace

void frame_groups(Diagram& d, const algebra::Layout& owners, std::int64_t together, const char* one, const char* several) {
  if (algebra::size(algebra::mode(owners, 0)) <= together || !fits(d, algebra::size(owners))) return;
  const auto [first, second] = extents_of(d);
  const auto by_axis = owners_by_axis(owners, first, second);
  auto sets = by_axis ? group_sets(*by_axis, together) : group_sets(owners, without_keys(d), together);
  for (const auto& [block, key] : rectangles(std::move(sets.keys), d.view.transposed)) {
    const auto& groups = sets.groups[static_cast<std::size_t>(key)];
    d.frames.push_back({block, false, fmt::format("{} {}", groups.size() == 1 ? one : several, listed(groups))});
  }
}

void frame_pieces(Diagram& d, const algebra::Layout& pieces) {
  const auto each = algebra::size(algebra::mode(pieces, 0)), count = algebra::size(pieces);
  if (each <= 1 || count <= each || !fits(d, count)) return;
  const auto [first, second] = extents_of(d);
  Keys keys;
  if (const auto by_axis = owners_by_axis(pieces, first, second)) {
    keys = keys_of(*by_axis, [](Diagram::Owner of) { return of.value; });
  } else {
    keys = without_keys(d);
    const auto elements = all_indices(pieces);
    std::int32_t piece = 0;
    for (auto element = elements.begin(); element != elements.end(); ++piece)
      for (std::int64_t i = 0; i < each; ++i, ++element)
        if (auto* key = keys.of_element(*element)) *key = piece;
  }
  for (const auto& [block, key] : rectangles(std::move(keys), d.view.transposed)) d.frames.push_back({block, true, {}});
}

void frame_warps(Diagram& d, const algebra::Layout& owners) { frame_groups(d, owners, 32, "warp", "warps"); }

}  // namespace render
