#pragma once
// The preview of a figure in the export dialog: the pen's strokes, recorded once and drawn in each frame.

#include <string>
#include <vector>

#include "app/ui/ui.hpp"
#include "render/figure_layout.hpp"

namespace app {

struct FigurePreview {
  struct Stroke {
    enum class Kind : std::uint8_t { fill, line, text } kind = Kind::fill;
    float x = 0, y = 0, x1 = 0, y1 = 0;  ///< in points on the page; of a text: the anchor on its baseline
    float size = 0;                      ///< of letters, or width of a line
    render::Rgb colour;
    render::Font font = render::Font::mono;
    render::Anchor anchor = render::Anchor::start;
    std::string text;
  };
  std::vector<Stroke> strokes;
  render::PageSize size;
  std::string problem;         ///< error if there is no figure
  std::size_t figures = 0;     ///< number of figures that would be written
  std::uint64_t made_for = 0;  ///< version of the sheet that it was made from
  ExportSettings settings;
};

/// The preview, made again only if the settings or the sheet have changed.
const FigurePreview& preview_of(Ui&, const Workspace&, const ViewState&);

/// Draws the preview as large as fits, but at most at twice its size on paper. Returns the height.
float draw_preview(const Ui&, const FigurePreview&, ImVec2 at, ImVec2 room);

}  // namespace app
