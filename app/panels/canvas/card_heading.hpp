#pragma once
// The heading of a card: what it shows, which slice of it, and its menu. It is also what the card is dragged by.

#include "app/panels/canvas/card.hpp"

namespace app {

/// Title, value, slices and the menu; dragging it moves the card.
void card_heading(Ui&, const Workspace&, const ViewState&, Requests&, CardRef, const render::Diagram&, ImVec2 at, float width);
/// As wide as a heading with nothing cut off, and with its paddings.
float heading_width(const Ui&, const Picture&);

}  // namespace app
