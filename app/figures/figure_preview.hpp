#pragma once
// The preview of an export: the figures, the facts of the file, and the visible part of the page.

#include <cstdint>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/figures/export_settings.hpp"
#include "render/figure.hpp"

namespace app {

/// The visible part of a page.
struct PageView {
  double scale = 0;          ///< pixels per point; 0: the whole page is visible
  double left = 0, top = 0;  ///< in points of the page
  int width = 0, height = 0;
  /// Returns the view limited to its page, centred if the page is smaller. A view of the whole page stays one when the page changes. most:
  /// largest scale in pixels per point.
  PageView placed(render::PageSize, double most);
  /// Zooms and keeps the place at (x, y), in pixels from the corner, fixed.
  void zoom(double factor, double x, double y);
  friend bool operator==(const PageView&, const PageView&) = default;
};

struct PreviewedFigure {
  std::vector<render::Figure> figures;  ///< figures to be written; the first one is shown
  render::FigureOptions options;
  render::FigureFacts facts;
  algebra::Message problem;    ///< error if there is no figure, or none that can be shown
  std::uint64_t made_for = 0;  ///< version of the sheet that it was made from
  ExportSettings settings;
  render::Format format = render::Format::svg;

  /// Makes the preview again if the settings, the format or the sheet have changed. Returns true if it did.
  bool update(const Sheet&, const SheetEvaluator&, std::uint64_t version, ExportSettings, render::Format);
};

}  // namespace app
