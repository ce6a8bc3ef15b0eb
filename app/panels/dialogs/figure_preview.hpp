#pragma once
// A figure as the export dialog shows it before there is a file: the pen's strokes, recorded once and drawn each frame.

#include <string>
#include <vector>

#include "app/ui/ui.hpp"
#include "render/figure_layout.hpp"

namespace app {

struct FigurePreview {
  struct Stroke {
    enum class Kind : std::uint8_t { fill, line, text } kind = Kind::fill;
    float x = 0, y = 0, x1 = 0, y1 = 0;  ///< points on the page; of a text its baseline's anchor
    float size = 0;                      ///< of letters, or a line's width
    render::Rgb colour;
    render::Font font = render::Font::mono;
    render::Anchor anchor = render::Anchor::start;
    std::string text;
  };
  std::vector<Stroke> strokes;
  render::PageSize size;
  std::string problem;         ///< why there is no picture
  std::size_t figures = 0;     ///< that would be written
  std::uint64_t made_for = 0;  ///< the sheet's version that it was made from
  ExportSettings settings;
};

/// Made anew only where the settings or the sheet have changed.
const FigurePreview& preview_of(Ui&, const Workspace&, const ViewState&);

/// As large as fits, never larger than on paper at twice its size; returns the height taken.
float draw_preview(const Ui&, const FigurePreview&, ImVec2 at, ImVec2 room);

}  // namespace app
