#pragma once
// Zoom and pan of the canvas as a whole, and its minimap.

#include "app/panels/canvas/canvas_state.hpp"

namespace app {

/// Draws cards at the canvas's zoom during its lifetime.
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

/// Adopts the document's zoom, and requests fonts of that size once it rests. Call this after the cards are arranged. Returns true if the
/// zoom has changed.
bool follow_zoom(Ui&, const Workspace&, const ViewState&);
/// Zooms by Ctrl and the wheel over the background, and by *Fit this*; pans by dragging the background, or anything with the middle button.
/// Call this within the canvas's window. Returns the origin of the view, in pixels as drawn.
ImVec2 look_around(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, bool zoomed);
/// Draws a small picture of all cards for moving the view, unless all cards are in sight.
void minimap(Ui&, const Workspace&, const ViewState&, ImVec2 at);

}  // namespace app
