#pragma once
// A figure before it is exported: what would be written, what becomes of it, and the part of its page that is seen.

#include <cstdint>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/figures/export_settings.hpp"
#include "render/figure.hpp"

namespace app {

/// The part of a page that is seen.
struct PageView {
  double scale = 0;          ///< pixels a point; 0: the whole page is seen
  double left = 0, top = 0;  ///< in points of the page
  int width = 0, height = 0;
  /// The view within its page, centred where the page is smaller. Zoomed out to the whole page it stays at that, whatever becomes of the
  /// page. most: pixels a point.
  PageView placed(render::PageSize, double most);
  /// With the place at so many pixels from its corner where it is.
  void zoom(double factor, double x, double y);
  friend bool operator==(const PageView&, const PageView&) = default;
};

struct PreviewedFigure {
  std::vector<render::Figure> figures;  ///< that would be written; the first one is seen
  render::FigureOptions options;
  render::FigureFacts facts;
  algebra::Message problem;    ///< error if there is no figure, or none to be seen
  std::uint64_t made_for = 0;  ///< version of the sheet that it was made from
  ExportSettings settings;
  render::Format format = render::Format::svg;

  /// Made again only if the settings, the format or the sheet have changed; then true.
  bool update(const Sheet&, const SheetEvaluator&, std::uint64_t version, ExportSettings, render::Format);
};

}  // namespace app
