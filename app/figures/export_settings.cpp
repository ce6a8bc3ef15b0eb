#include "app/figures/export_settings.hpp"

#include <algorithm>

#include "app/figures/interactive.hpp"
#include "app/system/files.hpp"
#include "app/system/new_file.hpp"
#include "render/colourings.hpp"
#include "render/labellings.hpp"

namespace app {
using algebra::Message;

bool is_page_path(std::string_view path) {
  std::string ending(path.substr(std::min(path.size(), path.find_last_of('.'))));
  for (auto& c : ending)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return ending == ".html" || ending == ".htm";
}

render::FigureOptions options_of(const ExportSettings& s, render::Format format) {
  render::FigureOptions o;
  o.page.format = format;
  o.page.theme = s.theme;
  o.page.scale = s.scale;
  o.page.transparent = s.transparent;
  o.page.headings = s.headings;
  o.page.title = s.names;
  o.page.most_bytes = s.most_bytes.value_or(o.page.most_bytes);
  o.width_cm = s.width_cm;
  o.height_cm = s.height_cm;
  if (s.width_cm <= 0 && s.height_cm <= 0 && !s.natural) {
    const auto& page = *std::ranges::find(render::figure_templates, "page", &render::FigureTemplate::name);
    o.page.most = {page.width_cm * render::points_per_cm, page.height_cm * render::points_per_cm};
  }
  o.letters = s.letters;
  o.borders = s.borders;
  o.legend = s.legend;
  o.font = s.font;
  return o;
}

namespace {

/// Applies the colours, labels and orientation of the settings to all cards.
void apply_look(Sheet& sheet, const ExportSettings& s) {
  for (auto& e : sheet.entries)
    for (int n = 0; n < e.cards(); ++n) {
      auto& view = e.card(n).view;
      view.colour_by = s.colour.value_or(view.colour_by);
      view.label_by = s.label.value_or(view.label_by);
      view.palette = s.palette.value_or(view.palette);
      view.tmem = s.tmem.value_or(view.tmem);
      if (s.transposed) view.transposed = true;
    }
}

}  // namespace

tl::expected<std::vector<render::Figure>, Message> figures_of(Sheet sheet, const SheetEvaluator& evaluator, const ExportSettings& s) {
  apply_look(sheet, s);
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

namespace {

template <class Choice>
std::vector<Choice> meaningful(std::span<const Choice> all, const std::vector<render::Figure>& figures) {
  std::vector<Choice> result;
  for (const auto by : all) {
    const auto means = [&](const render::Panel& p) { return p.diagram && render::why_not(by, *p.diagram) == nullptr; };
    if (std::ranges::any_of(figures, [&](const render::Figure& f) { return std::ranges::any_of(f.panels, means); })) result.push_back(by);
  }
  return result;
}

}  // namespace

std::vector<render::ColourBy> colours_for(const std::vector<render::Figure>& figures) { return meaningful(render::colourings(), figures); }
std::vector<render::LabelBy> labels_for(const std::vector<render::Figure>& figures) { return meaningful(render::labellings(), figures); }

tl::expected<void, Message> export_diagram(const render::Diagram& d, const render::ExportOptions& options, const std::string& path,
                                           const render::Progress& progress) {
  NewFile file(path);
  const auto drawn = render::export_to(
      d, options, [&](std::string_view bytes) { return file.write(bytes); }, progress);
  // If drawing stopped because the disk is full, the error of the disk is reported instead.
  if (!drawn && file.error() == 0) return tl::unexpected(drawn.error());
  if (const int error = file.keep(); error != 0) return tl::unexpected(cannot_write(path, error));
  return {};
}

tl::expected<std::vector<ExportedFigure>, Message> export_figures(const std::vector<render::Figure>& figures, const ExportSettings& s,
                                                                  const std::string& path, const render::Progress& progress) {
  const auto format = render::format_of(path);
  if (!format) return tl::unexpected(format.error());
  const auto options = options_of(s, *format);
  std::vector<ExportedFigure> written;
  for (const auto& figure : figures) {
    auto facts = render::facts_of(figure, options);
    if (!facts) return tl::unexpected(facts.error());
    const bool numbered = s.each && s.request.kind == FigureKind::steps;
    written.push_back({numbered ? numbered_path(path, written.size() + 1) : path, std::move(*facts)});
    const auto& to = written.back().path;
    if (render::is_plain(figure, options)) {
      // A single diagram is written while it is drawn, so its size is not limited by memory.
      if (const auto file = export_diagram(*figure.panels[0].diagram, options.page, to, progress); !file)
        return tl::unexpected(file.error());
      continue;
    }
    const auto bytes = render::figure_bytes(figure, options);
    if (!bytes) return tl::unexpected(bytes.error());
    if (const auto file = write_file(to, *bytes); !file) return tl::unexpected(file.error());
  }
  return written;
}

tl::expected<std::size_t, Message> write_page(Sheet sheet, const SheetEvaluator& evaluator, const ExportSettings& s,
                                              InteractiveOptions options, const std::string& path) {
  apply_look(sheet, s);
  options.title = s.title;
  if (s.most_bytes) options.most_cells = *s.most_bytes / page_bytes_a_cell;
  options.theme = s.theme == render::ThemeName::dark ? "dark" : s.theme == render::ThemeName::light ? "light" : "auto";
  for (int i = 0; s.hide_values && i < static_cast<int>(sheet.entries.size()); ++i) options.hidden.push_back(i);
  const auto page = s.fragment ? interactive_fragment(sheet, evaluator, options) : interactive_page(sheet, evaluator, options);
  if (!page) return tl::unexpected(page.error());
  if (const auto file = write_file(path, *page); !file) return tl::unexpected(file.error());
  return page->size();
}

}  // namespace app
