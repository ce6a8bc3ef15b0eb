#pragma once
// The preview of a figure in the export dialog: a part of its page, drawn as the file is, at the resolution of the screen.

#include <optional>
#include <string>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/ui/ui.hpp"
#include "render/figure.hpp"
#include "render/gl/picture.hpp"

namespace app {

/// The part of a page that is seen.
struct PageView {
  double scale = 0;          ///< pixels a point; 0: the whole page is seen
  double left = 0, top = 0;  ///< in points of the page
  int width = 0, height = 0;
  friend bool operator==(const PageView&, const PageView&) = default;
};

struct FigurePreview {
  std::vector<render::Figure> figures;  ///< that would be written; the first one is seen
  render::FigureOptions options;
  render::FigureFacts facts;
  std::string words;           ///< in place of what there is to say of a picture; "": that
  algebra::Message problem;    ///< error if there is no figure, or none to be seen
  std::uint64_t made_for = 0;  ///< version of the sheet that it was made from
  ExportSettings settings;
  render::Format format = render::Format::svg;
  std::string proposed;        ///< the proposed path without its ending
  PageView view, seen, drawn;  ///< as wished for; within the page; as in the picture
  render::gl::Picture picture;
};

/// The preview, made again only if the settings, the format or the sheet have changed.
FigurePreview& preview_of(Ui&, const Workspace&, ExportSettings, render::Format);

/// Shows the preview in that rectangle, with what becomes of the figure below it. The wheel zooms, and dragging moves the page.
void draw_preview(Ui&, FigurePreview&, ImVec2 at, ImVec2 room);

}  // namespace app
