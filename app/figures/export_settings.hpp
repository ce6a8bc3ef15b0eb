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
  bool each = false;                       ///< steps: one file per step
  std::optional<render::ColourBy> colour;  ///< unset: as on the cards; likewise label and palette
  std::optional<render::LabelBy> label;
  std::optional<render::PaletteName> palette;
  std::optional<render::TmemGrid> tmem;
  render::ThemeName theme = render::ThemeName::print;
  bool transposed = false, transparent = false, headings = true, borders = true, names = true, legend = false;
  double scale = 2;  ///< pixels per point of a PNG
  /// In cm, and the letters' size. 0: the natural width, no limit of the height, the usual letters; see render::FigureOptions. Without
  /// width and height a figure is reduced to fit A4.
  double width_cm = 0, height_cm = 0, letters = 0;
  bool natural = false;  ///< without width and height: cells keep their usual size
  std::string title, caption, font;
  std::optional<std::int64_t> most_bytes;  ///< limit of a file; unset: render::usual_most_bytes, and most_page_cells of a page
  bool fragment = false;                   ///< page: only the part to paste into another page
  bool hide_values = false;                ///< page: values are hidden at first, to be guessed
  friend bool operator==(const ExportSettings&, const ExportSettings&) = default;
};

/// Returns true for paths that end in .html or .htm, which mean an interactive page; all others mean pictures.
bool is_page_path(std::string_view path);

render::FigureOptions options_of(const ExportSettings&, render::Format);

/// Returns one figure, or one per step with `each`. Error: one sentence.
tl::expected<std::vector<render::Figure>, algebra::Message> figures_of(Sheet, const SheetEvaluator&, const ExportSettings&);

/// Return the colourings and labellings that apply to at least one of the figures.
std::vector<render::ColourBy> colours_for(const std::vector<render::Figure>&);
std::vector<render::LabelBy> labels_for(const std::vector<render::Figure>&);

struct ExportedFigure {
  std::string path;
  render::FigureFacts facts;
};

/// Draws one diagram into a file, which is written whole or not at all. Error: one sentence, with the path and the system's reason.
tl::expected<void, algebra::Message> export_diagram(const render::Diagram&, const render::ExportOptions&, const std::string& path,
                                                    const render::Progress& = {});

/// Writes the figures with their settings in the format of the path's extension. Error: one sentence; every file is written whole or not at
/// all.
tl::expected<std::vector<ExportedFigure>, algebra::Message> export_figures(const std::vector<render::Figure>&, const ExportSettings&,
                                                                           const std::string& path, const render::Progress& = {});

/// Writes a page, or a fragment of one, with the settings' colours, labels, title and theme ("print": that of the viewer's system); the
/// options give the rest. Returns its size in bytes. Error: as above.
tl::expected<std::size_t, algebra::Message> write_page(Sheet, const SheetEvaluator&, const ExportSettings&, InteractiveOptions,
                                                       const std::string& path);

}  // namespace app
