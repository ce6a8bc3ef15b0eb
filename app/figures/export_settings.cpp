#include "app/figures/export_settings.hpp"

#include "app/system/files.hpp"

namespace app {

render::FigureOptions options_of(const ExportSettings& s, render::Format format) {
  render::FigureOptions o;
  o.page.format = format;
  o.page.theme = s.theme;
  o.page.scale = s.scale;
  o.page.transparent = s.transparent;
  o.page.headings = s.headings;
  o.page.title = s.names;
  o.width_cm = s.width_cm;
  o.borders = s.borders;
  o.legend = s.legend;
  o.font = s.font;
  return o;
}

tl::expected<std::vector<render::Figure>, std::string> figures_of(Sheet sheet, const SheetEvaluator& evaluator, const ExportSettings& s) {
  for (auto& e : sheet.entries)
    for (int n = 0; n < e.cards(); ++n) {
      auto& view = e.card(n).view;
      view.colour_by = s.colour.value_or(view.colour_by);
      view.label_by = s.label.value_or(view.label_by);
      view.palette = s.palette.value_or(view.palette);
      if (s.transposed) view.transposed = true;
    }
  std::vector<render::Figure> figures;
  if (s.each && s.request.kind == FigureKind::steps) {
    auto made = step_figures(sheet, evaluator, s.request);
    if (!made) return tl::unexpected(made.error());
    figures = std::move(*made);
  } else {
    auto made = figure_of(sheet, evaluator, s.request);
    if (!made) return tl::unexpected(made.error());
    figures.push_back(std::move(*made));
  }
  for (auto& figure : figures) {
    if (!s.title.empty()) figure.title = s.title;
    figure.caption = s.caption;
  }
  return figures;
}

tl::expected<std::vector<std::string>, std::string> export_figures(const Sheet& sheet, const SheetEvaluator& evaluator,
                                                                   const ExportSettings& s, const std::string& path,
                                                                   const render::Progress& progress) {
  const auto format = render::format_of(path);
  if (!format) return tl::unexpected(format.error());
  const auto figures = figures_of(sheet, evaluator, s);
  if (!figures) return tl::unexpected(figures.error());
  const auto options = options_of(s, *format);
  std::vector<std::string> paths;
  for (const auto& figure : *figures) {
    paths.push_back(s.each && s.request.kind == FigureKind::steps ? numbered_path(path, paths.size() + 1) : path);
    if (render::is_plain(figure, options)) {
      // However large, it goes to the disk while it is drawn.
      if (const auto written = render::export_file(*figure.panels[0].diagram, options.page, paths.back(), progress); !written)
        return tl::unexpected(written.error());
      continue;
    }
    const auto bytes = render::figure_bytes(figure, options);
    if (!bytes) return tl::unexpected(bytes.error());
    if (const auto written = write_file(paths.back(), *bytes); !written) return tl::unexpected(written.error());
  }
  return paths;
}

}  // namespace app
