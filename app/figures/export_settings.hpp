#pragma once
// Settings of an exported figure, shared by the command line and the export dialog.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/figures/figures.hpp"

namespace app {

struct InteractiveOptions;

struct ExportSettings {
  FigureRequest request;
  bool each = false;                       ///< of steps: one file per step
  std::optional<render::ColourBy> colour;  ///< nothing: as the cards; so for label and palette
  std::optional<render::LabelBy> label;
  std::optional<render::PaletteName> palette;
  std::optional<render::TmemGrid> tmem;
  render::ThemeName theme = render::ThemeName::print;
  bool transposed = false, transparent = false, headings = true, borders = true, names = true, legend = false;
  double scale = 2;  ///< pixels per point of a PNG
  /// 0: the figure's natural width, no limit of its height, and its usual letters; see render::FigureOptions. A figure with neither a width
  /// nor a height is at most as large as one for A4.
  double width_cm = 0, height_cm = 0, letters = 0;
  bool natural = false;  ///< without a width and a height cells have their usual size, however large the figure is
  std::string title, caption, font;
  std::optional<std::int64_t> most_bytes;  ///< of a file; unset: render::usual_most_bytes, and most_page_cells of a page
  bool fragment = false;                   ///< of a page: only what is pasted into another page
  bool hide_values = false;                ///< of a page: at first the values are hidden, to be guessed
  friend bool operator==(const ExportSettings&, const ExportSettings&) = default;
};

/// Whether it ends in .html or .htm: an interactive page. All other paths are those of pictures.
bool is_page_path(std::string_view path);

render::FigureOptions options_of(const ExportSettings&, render::Format);

/// One figure, or one per step with `each`. Error: one sentence.
tl::expected<std::vector<render::Figure>, algebra::Message> figures_of(Sheet, const SheetEvaluator&, const ExportSettings&);

/// What means something in one of the figures at least, of all the ways to colour or to label.
std::vector<render::ColourBy> colours_for(const std::vector<render::Figure>&);
std::vector<render::LabelBy> labels_for(const std::vector<render::Figure>&);

struct ExportedFigure {
  std::string path;
  render::FigureFacts facts;
};

/// Draws one diagram into a file, which is written whole or not at all. Error: one sentence, with the path and the system's reason.
tl::expected<void, algebra::Message> export_diagram(const render::Diagram&, const render::ExportOptions&, const std::string& path,
                                                    const render::Progress& = {});

/// Writes the figures, made with these settings, in the format of the path's extension. Error: one sentence; every file is
/// written whole or not at all.
tl::expected<std::vector<ExportedFigure>, algebra::Message> export_figures(const std::vector<render::Figure>&, const ExportSettings&,
                                                                           const std::string& path, const render::Progress& = {});

/// Writes a page, or a fragment of one, with the settings' colours, labels, theme, "print" being the reader's own, and title; the options
/// say the rest. Its size in bytes. Error: as above.
tl::expected<std::size_t, algebra::Message> write_page(Sheet, const SheetEvaluator&, const ExportSettings&, InteractiveOptions,
                                                       const std::string& path);

}  // namespace app
