#pragma once
// The shown element, its pin, and moving the pin through a card by keyboard.

#include "app/state/state.hpp"

namespace app {

struct LinkedElements;

/// The first of: the element that a playing traversal is at, the hovered one, the one of a paused traversal, the pinned one.
/// Empty if the values of that entry are hidden.
Element shown_element(const Workspace&, const ViewState&);
/// The elements of all entries that are linked to the shown one. Valid until the next search of the link graph.
const LinkedElements& linked(const Workspace&, const ViewState&);

/// Pins the element, or unpins it; one element is pinned at a time.
void toggle_pin(Workspace&, Element);
void unpin(Workspace&);

enum class PointerMove : std::uint8_t { left, right, up, down, row_start, row_end, page_up, page_down };

/// Moves the pinned (else the hovered) element by a cell, in the directions of the card, transposed or not, and pins it.
/// Without one, pins the first element of the selected entry. A page is a slice if the card has slices, else eight rows.
/// Stops at the edges.
void move_pointer(Workspace&, ViewState&, HostRequests&, PointerMove);
bool can_move_pointer(const Workspace&, const ViewState&);
/// "D(9,1) = 42"; "" for no element.
std::string announced(const Workspace&, const Element&);

}  // namespace app
