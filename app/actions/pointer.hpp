#pragma once
// The pointer by keyboard: the pin moves through the coordinates of a card.

#include "app/state/state.hpp"

namespace app {

struct LinkedElements;

/// Where a walk plays, else hovered, else where a walk stands, else pinned. None of an entry whose values are hidden.
Element shown_element(const Workspace&, const ViewState&);
/// What is linked to the shown element, in all entries.
const LinkedElements& linked(const Workspace&, const ViewState&);

/// Pins the element, or takes its pin away; one element is pinned at a time.
void toggle_pin(Workspace&, Element);
void unpin(Workspace&);

enum class PointerMove : std::uint8_t { left, right, up, down, row_start, row_end, page_up, page_down };

/// Where the pointer is goes a cell on, as the card shows it (transposed or not), and is pinned there; without a pointer it
/// begins with the first element of the selected entry. Pages are slices where a value has them, else eight rows.
/// At the edge it stays.
void move_pointer(Workspace&, ViewState&, HostRequests&, PointerMove);
bool can_move_pointer(const Workspace&, const ViewState&);
/// "D(9,1) = 42"; empty for no element.
std::string announced(const Workspace&, const Element&);

}  // namespace app
