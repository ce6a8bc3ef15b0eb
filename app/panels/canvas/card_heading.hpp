#pragma once
// The heading of a card: title, value, slice and menu.

#include "app/panels/canvas/card.hpp"

namespace app {

/// Draws the heading; dragging it moves the card.
void card_heading(Ui&, const Workspace&, const ViewState&, Requests&, CardRef, const render::Diagram&, ImVec2 at, float width);
/// Whether it steps through slices.
bool has_slice_steps(const render::Diagram&);
/// The width of the heading with nothing cut off, including its padding.
float heading_width(const Ui&, const Picture&, bool with_menu = true);

}  // namespace app
