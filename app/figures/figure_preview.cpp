#include "app/figures/figure_preview.hpp"

#include <algorithm>
#include <utility>

namespace app {
namespace {

/// Larger figures would take longer to draw than a frame lasts.
constexpr std::int64_t most_cells = 65'536;

bool too_many(const render::Figure& figure) {
  std::int64_t cells = 0;
  for (const auto& panel : figure.panels) {
    if (!panel.diagram) continue;
    const auto rows = std::min(panel.diagram->rows.extent, most_cells + 1),
               columns = std::min(panel.diagram->columns.extent, most_cells + 1);
    cells += rows * columns;
  }
  return cells > most_cells;
}

void make(PreviewedFigure& p, const Sheet& sheet, const SheetEvaluator& evaluator) {
  p.problem = {};
  p.facts = {};
  auto figures = figures_of(sheet, evaluator, p.settings);
  p.figures = figures ? std::move(*figures) : std::vector<render::Figure>();
  if (!figures) {
    p.problem = figures.error();
    return;
  }
  p.options = options_of(p.settings, p.format);
  const auto facts = render::facts_of(p.figures.front(), p.options);
  if (!facts) {
    p.problem = facts.error();
    return;
  }
  p.facts = *facts;
  if (too_many(p.figures.front())) p.problem = "Too many cells for a preview; the file will have them.";
  // Text, and TikZ in CuTe's form, have no page size; that of SVG is used.
  if (p.facts.size.width > 0) return;
  p.options.page.format = render::Format::svg;
  if (const auto page = render::facts_of(p.figures.front(), p.options)) p.facts.size = page->size;
}

}  // namespace

PageView PageView::placed(render::PageSize page, double most) {
  const auto fit = std::min({width / page.width, height / page.height, most});
  if (scale <= fit) scale = 0;
  auto v = *this;
  if (v.scale <= 0) v.scale = fit;
  const auto within = [](double at, double length, double seen) {
    return seen >= length ? (length - seen) / 2 : std::clamp(at, 0.0, length - seen);
  };
  v.left = within(v.left, page.width, v.width / v.scale);
  v.top = within(v.top, page.height, v.height / v.scale);
  return v;
}

void PageView::zoom(double factor, double x, double y) {
  const auto before = scale;
  scale = std::clamp(scale * factor, 0.02, 40.0);
  left += x / before - x / scale;
  top += y / before - y / scale;
}

bool PreviewedFigure::update(const Sheet& sheet, const SheetEvaluator& evaluator, std::uint64_t version, ExportSettings wanted,
                             render::Format as) {
  const bool made = !figures.empty() || !problem.empty();
  if (made && format == as && made_for == version && settings == wanted) return false;
  format = as;
  made_for = version;
  settings = std::move(wanted);
  make(*this, sheet, evaluator);
  return true;
}

}  // namespace app
