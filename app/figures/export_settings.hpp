#pragma once
// How a figure is exported: the command line and the export dialog say the same things.

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "app/figures/figures.hpp"

namespace app {

struct ExportSettings {
  FigureRequest wish;
  bool each = false;                       ///< steps: a file for each
  std::optional<render::ColourBy> colour;  ///< nothing: as the cards have it
  std::optional<render::LabelBy> label;
  std::optional<render::PaletteName> palette;
  render::ThemeName theme = render::ThemeName::print;
  bool transposed = false, transparent = false, headings = true, borders = true, names = true, legend = false;
  double scale = 1, width_cm = 0;  ///< pixels a point of a PNG; 0 cm: as wide as the figure wants to be
  std::string title, caption, font;
  friend bool operator==(const ExportSettings&, const ExportSettings&) = default;
};

render::FigureOptions options_of(const ExportSettings&, render::Format);

/// One figure, or with `each` one a step. Error: one sentence.
tl::expected<std::vector<render::Figure>, std::string> figures_of(Sheet, const SheetEvaluator&, const ExportSettings&);

/// Writes them, and returns the paths. Error: one sentence; a path is written whole or not at all.
tl::expected<std::vector<std::string>, std::string> export_figures(const Sheet&, const SheetEvaluator&, const ExportSettings&,
                                                                   const std::string& path, const render::Progress& = {});

}  // namespace app
