#include "render/legend.hpp"

#include <iterator>
#include <map>
#include <set>

#include <fmt/format.h>

#include "render/colourings.hpp"
#include "render/theme.hpp"

namespace render {
namespace {

constexpr std::int64_t most_looked_at = 1 << 16;

/// Palette entry -> the keys that have it, of as much of the diagram as there is time to look at.
std::map<std::size_t, std::set<int>> keys_of(const Diagram& d, std::size_t colours) {
  std::map<std::size_t, std::set<int>> keys;
  const auto period = d.view.colour_by->period;
  std::int64_t left = most_looked_at;
  for (std::int64_t r = 0; r < d.rows.extent && left > 0; ++r)
    for (std::int64_t c = 0; c < d.columns.extent && left-- > 0; ++c)
      if (auto key = d.colour_key(r, c); key >= 0) {
        if (period > 0) key %= period;
        keys[static_cast<std::size_t>(key) % colours].insert(key);
      }
  return keys;
}

/// "3", "0, 8", "0, 8, ..., 56".
std::string listed(const std::set<int>& keys) {
  if (keys.size() == 1) return fmt::format("{}", *keys.begin());
  if (keys.size() == 2) return fmt::format("{}, {}", *keys.begin(), *keys.rbegin());
  return fmt::format("{}, {}, ..., {}", *keys.begin(), *std::next(keys.begin()), *keys.rbegin());
}

}  // namespace

std::vector<LegendItem> legend_of(const Diagram& d) {
  std::vector<LegendItem> items;
  for (const auto& [entry, keys] : keys_of(d, fills_of(d, ThemeName::light).size())) items.push_back({entry, listed(keys)});
  return items;
}

int palette_entry(const Diagram& d, std::int64_t row, std::int64_t column) {
  const auto key = d.colour_key(row, column);
  return key < 0 ? -1 : key % static_cast<int>(fills_of(d, ThemeName::light).size());
}

}  // namespace render
