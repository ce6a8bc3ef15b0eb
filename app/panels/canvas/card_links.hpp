#pragma once
// The linked pointer on the canvas, beyond the frames around cells: lines between cards, and the keyboard.

#include "app/ui/ui.hpp"

namespace app {

/// Curves from the pointed cell to its counterparts in other cards, over the cards drawn before. Forgets the cells.
void draw_links(Ui&, const ViewState&);
/// Arrow keys, Home, End, Page Up, Page Down and Escape, where nothing else listens to them.
void pointer_keys(Ui&, const ViewState&, Requests&);

}  // namespace app
