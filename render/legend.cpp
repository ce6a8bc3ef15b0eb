#include "render/legend.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "render/colourings.hpp"
#include "render/theme.hpp"

namespace render {
namespace {

using algebra::Message;
using algebra::message;

constexpr std::int64_t most_looked_at = 1 << 16;

/// Palette entry -> the keys drawn with it.
using KeySets = std::map<std::size_t, std::set<int>>;

/// Adds the keys of as many cells as there is time to look at.
void add_keys(KeySets& keys, const Diagram& d, std::size_t colours) {
  const auto period = d.view.colour_by->period;
  std::int64_t left = most_looked_at;
  for (std::int64_t r = 0; r < d.rows.extent && left > 0; ++r)
    for (std::int64_t c = 0; c < d.columns.extent && left-- > 0; ++c)
      if (auto key = d.colour_key(r, c); key >= 0) {
        if (period > 0) key %= period;
        keys[static_cast<std::size_t>(key) % colours].insert(key);
      }
}

/// Returns "3", "0, 8".
std::string listed(const std::set<int>& keys) {
  return keys.size() == 1 ? fmt::format("{}", *keys.begin()) : fmt::format("{}, {}", *keys.begin(), *keys.rbegin());
}

Message heading_of(const Diagram& d) {
  const auto& by = *d.view.colour_by.operator->();
  return by.heading != nullptr ? by.heading(d) : Message(std::string_view(by.legend), {});
}

}  // namespace

Legend legend_of(std::span<const Diagram* const> diagrams) {
  Legend legend;
  if (diagrams.empty()) return legend;
  KeySets keys;
  const auto colours = fills_of(*diagrams.front(), ThemeName::light).size();
  for (const auto* d : diagrams) add_keys(keys, *d, colours);
  legend.heading = heading_of(*diagrams.front());
  const bool repeat = std::ranges::any_of(keys, [](const auto& entry) { return entry.second.size() > 2; });
  if (repeat) legend.heading = message("{} mod {}", legend.heading, colours);
  for (const auto& [entry, of_entry] : keys) legend.items.push_back({entry, repeat ? fmt::format("{}", entry) : listed(of_entry)});
  return legend;
}

Legend legend_of(const Diagram& d) {
  const auto* one = &d;
  return legend_of(std::span(&one, 1));
}

int palette_entry(const Diagram& d, std::int64_t row, std::int64_t column) {
  const auto key = d.colour_key(row, column);
  return key < 0 ? -1 : key % static_cast<int>(fills_of(d, ThemeName::light).size());
}

}  // namespace render
