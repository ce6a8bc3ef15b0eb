// Which colour is what: a swatch for each palette entry that a figure uses.

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "render/figure_layout.hpp"

namespace render {
namespace {

constexpr double swatch = 8, size = 7.5, between = 10;
constexpr std::int64_t most_looked_at = 1 << 16;

std::string_view word(ColourBy c) {
  switch (c) {
    case ColourBy::index: return "index";
    case ColourBy::tile: return "tile";
    case ColourBy::mode: return "mode";
    case ColourBy::thread: return "thread";
    case ColourBy::value: return "value";
    case ColourBy::warp: return "warp";
    case ColourBy::bank: return "bank";
    case ColourBy::sector: return "32 B sector";
    case ColourBy::line: return "128 B line";
    case ColourBy::none: break;
  }
  return "";
}

/// Palette entry -> the keys that have it, of as much of the diagram as there is time to look at.
std::map<std::size_t, std::set<int>> keys_of(const Diagram& d, std::size_t colours) {
  std::map<std::size_t, std::set<int>> keys;
  std::int64_t left = most_looked_at;
  for (std::int64_t r = 0; r < d.rows.extent && left > 0; ++r)
    for (std::int64_t c = 0; c < d.columns.extent && left-- > 0; ++c)
      if (auto key = d.colour_key(r, c); key >= 0) {
        if (d.view.colour_by == ColourBy::bank) key %= 32;
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

void add_legend(FigureLayout& out, const Figure& figure, const FigureOptions& o, double left, double room, double& y) {
  const auto& t = theme(o.page.theme);
  std::set<ColourBy> done;
  for (const auto& panel : figure.panels) {
    if (!panel.diagram || panel.diagram->view.colour_by == ColourBy::none || !done.insert(panel.diagram->view.colour_by).second) continue;
    const auto& d = *panel.diagram;
    const auto colours = palette(d.view.palette, o.page.theme);
    const auto name = std::string(word(d.view.colour_by));
    const auto put = [&](double at, std::string text, Font font) { out.texts.push_back({at, y + swatch - 1, std::move(text), {font, size, t.text, Anchor::start}}); };
    put(left, name, Font::sans_bold);
    auto x = left + text_width(name, Font::sans_bold, size) + between;
    const auto first = x;
    for (const auto& [entry, keys] : keys_of(d, colours.size())) {
      const auto text = listed(keys);
      const auto width = swatch + 3 + text_width(text, Font::sans, size);
      if (x > first && x + width > left + room) {
        x = first;
        y += swatch + 4;
      }
      out.swatches.push_back({x, y, swatch, colours[entry]});
      put(x + swatch + 3, text, Font::sans);
      x += width + between;
    }
    y += swatch + 4;
  }
}

}  // namespace render
