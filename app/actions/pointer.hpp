#pragma once
// The shown element, its pin, and moving the pin through a card by keyboard.

#include "app/state/state.hpp"

namespace app {

struct LinkedElements;

/// Returns the first of: the element of a playing traversal, the hovered one, the one of a paused traversal, the pinned one. Empty if the
/// values of that entry are hidden.
Element shown_element(const Workspace&, const ViewState&);
/// Returns the elements of all entries that are linked to the shown one. Valid until the next search of the link graph.
const LinkedElements& linked(const Workspace&, const ViewState&);

/// Pins or unpins the element; only one element is pinned at a time.
void toggle_pin(Workspace&, Element);
void unpin(Workspace&);

enum class PointerMove : std::uint8_t { left, right, up, down, row_start, row_end, page_up, page_down };

/// Moves the pinned (else the hovered) element by a cell, in the card's directions, transposed or not, and pins it. Without one, pins the
/// first element of the selected entry. A page is a slice if the card has slices, else eight rows. Stops at the edges.
void move_pointer(Workspace&, ViewState&, HostRequests&, PointerMove);
bool can_move_pointer(const Workspace&, const ViewState&);
/// Returns "D(9,1) = 42", or "" without an element.
std::string announced(const Workspace&, const Element&);

}  // namespace app
