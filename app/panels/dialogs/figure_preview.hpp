#pragma once
// The preview in the export dialog: a part of the figure's page, drawn as in the file, at screen resolution.

#include <string>

#include "app/figures/figure_preview.hpp"
#include "app/ui/ui.hpp"
#include "render/gl/picture.hpp"

namespace app {

struct FigurePreview : PreviewedFigure {
  std::string words;           ///< replaces the description of the picture; "": it does not
  std::string proposed;        ///< the suggested path without its extension
  PageView view, seen, drawn;  ///< as requested; limited to the page; of the current picture
  render::gl::Picture picture;
};

/// Returns the preview, which is drawn again only if settings, format or sheet have changed.
FigurePreview& preview_of(Ui&, const Workspace&, ExportSettings, render::Format);

/// Draws the preview in a rectangle, with a description below it. The wheel zooms, and dragging moves the page.
void draw_preview(Ui&, FigurePreview&, ImVec2 at, ImVec2 room);

}  // namespace app
