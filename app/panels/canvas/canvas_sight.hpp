#pragma once
// Zoom and pan of the canvas as a whole, and its minimap.

#include "app/panels/canvas/canvas_state.hpp"

namespace app {

/// While it lives, cards are drawn in the canvas's zoom.
class Zoomed {
 public:
  explicit Zoomed(Ui&);
  ~Zoomed();
  Zoomed(const Zoomed&) = delete;
  Zoomed& operator=(const Zoomed&) = delete;

 private:
  Ui& ui_;
  Fonts fonts_;
  float scale_;
};

/// Takes over the document's zoom, and asks for fonts of that size once it rests. Call this once the cards are arranged. True: it is
/// another than before.
bool follow_zoom(Ui&, const Workspace&, const ViewState&);
/// Zooms by Ctrl and the wheel over the ground, and by *Fit this*; pans by dragging the ground, or anything with the middle button.
/// Call this within the canvas's window; returns where the view begins, in pixels as drawn.
ImVec2 look_around(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, bool zoomed);
/// A small picture of all cards, by which the view is moved; nothing where all of them are in sight.
void minimap(Ui&, const Workspace&, const ViewState&, ImVec2 at);

}  // namespace app
