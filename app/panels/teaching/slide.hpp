#pragma once
// A slide of a presentation: the words of a stop, and its grids as large as they fit beside or beneath them.

#include "app/actions/presenting.hpp"
#include "app/panels/teaching/teaching.hpp"

namespace app {

/// What is presented now, and where it is drawn to.
struct Stage {
  Ui& ui;
  const Workspace& workspace;
  const ViewState& view;
  Requests& requests;
  Stop stop;
  ImDrawList* list;

  const EntryResult& result() const { return workspace.result(stop.entry); }
};

/// Draws the slide of `Stage::stop`, with the presentation's fonts and scale.
void draw_slide(const Stage&, ImVec2 at, ImVec2 size);

}  // namespace app
