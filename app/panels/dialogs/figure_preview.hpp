#pragma once
// The preview of a figure in the export dialog: a part of its page, drawn as the file is, at the resolution of the screen.

#include <string>

#include "app/figures/figure_preview.hpp"
#include "app/ui/ui.hpp"
#include "render/gl/picture.hpp"

namespace app {

struct FigurePreview : PreviewedFigure {
  std::string words;           ///< in place of what there is to say of a picture; "": that
  std::string proposed;        ///< the proposed path without its ending
  PageView view, seen, drawn;  ///< as wished for; within the page; as in the picture
  render::gl::Picture picture;
};

/// The preview, made again only if the settings, the format or the sheet have changed.
FigurePreview& preview_of(Ui&, const Workspace&, ExportSettings, render::Format);

/// Shows the preview in that rectangle, with what becomes of the figure below it. The wheel zooms, and dragging moves the page.
void draw_preview(Ui&, FigurePreview&, ImVec2 at, ImVec2 room);

}  // namespace app
