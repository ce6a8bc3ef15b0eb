// Draws the legend: a swatch for each palette entry that a figure uses.

#include <algorithm>
#include <vector>

#include "render/colourings.hpp"
#include "render/figure_layout.hpp"
#include "render/legend.hpp"

namespace render {
namespace {

constexpr double swatch = 8, size = 7.5, between = 10;

}  // namespace

void add_legend(FigureLayout& out, const Figure& figure, const FigureOptions& o, double left, double room, double& y) {
  const auto& t = theme(o.page.theme);
  std::vector<ColourBy> done;
  for (const auto& panel : figure.panels) {
    if (!panel.diagram || !panel.diagram->coloured()) continue;
    const auto& d = *panel.diagram;
    if (std::ranges::find(done, d.view.colour_by) != done.end()) continue;
    done.push_back(d.view.colour_by);
    std::vector<const Diagram*> alike;
    for (const auto& other : figure.panels)
      if (other.diagram && other.diagram->view.colour_by == d.view.colour_by) alike.push_back(&*other.diagram);
    const auto legend = legend_of(alike);
    if (legend.empty()) continue;
    const auto colours = fills_of(d, o.page.theme);
    const auto name = figure.say(legend.heading);
    const auto put = [&](double at, std::string text, Font font) {
      out.texts.push_back({at, y + swatch - 1, std::move(text), {font, size, t.text, Anchor::start}});
    };
    put(left, name, Font::sans_bold);
    auto x = left + text_width(name, Font::sans_bold, size) + between;
    const auto first = x;
    for (const auto& [entry, text] : legend.items) {
      const auto width = swatch + 3 + text_width(text, Font::sans, size);
      if (x > first && x + width > left + room) {
        x = first;
        y += swatch + 4;
      }
      out.swatches.push_back({x, y, swatch, colours[entry], pattern_of(o.page.theme, entry)});
      put(x + swatch + 3, text, Font::sans);
      x += width + between;
    }
    y += swatch + 4;
  }
}

}  // namespace render
