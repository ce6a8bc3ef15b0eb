#pragma once
// Linked elements on the canvas: lines between cards, and moving the pin by keyboard.

#include "app/ui/ui.hpp"

namespace app {

/// Draws curves from the pointed cell to its counterparts in other cards, above the cards. Clears Ui::link_points.
void draw_links(Ui&, const ViewState&);
/// Handles the arrow keys, Home, End, Page Up, Page Down and Escape, unless something else has keyboard focus.
void pointer_keys(Ui&, const ViewState&, Requests&);

}  // namespace app
