#pragma once
// Settings of an exported figure, shared by the command line and the export dialog.

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "app/figures/figures.hpp"

namespace app {

struct ExportSettings {
  FigureRequest request;
  bool each = false;                       ///< of steps: one file per step
  std::optional<render::ColourBy> colour;  ///< nothing: as the cards; so for label and palette
  std::optional<render::LabelBy> label;
  std::optional<render::PaletteName> palette;
  render::ThemeName theme = render::ThemeName::print;
  bool transposed = false, transparent = false, headings = true, borders = true, names = true, legend = false;
  double scale = 1, width_cm = 0;  ///< pixels per point of a PNG; 0 cm: the figure's natural width
  std::string title, caption, font;
  friend bool operator==(const ExportSettings&, const ExportSettings&) = default;
};

render::FigureOptions options_of(const ExportSettings&, render::Format);

/// One figure, or one per step with `each`. Error: one sentence.
tl::expected<std::vector<render::Figure>, std::string> figures_of(Sheet, const SheetEvaluator&, const ExportSettings&);

/// Writes the figures in the format of the path's extension and returns their paths. Error: one sentence; every file is
/// written whole or not at all.
tl::expected<std::vector<std::string>, std::string> export_figures(const Sheet&, const SheetEvaluator&, const ExportSettings&,
                                                                   const std::string& path, const render::Progress& = {});

}  // namespace app
