#pragma once
// The element tab: coordinates of the pointed element, its inner product, its origin in the operands, its owner.

#include "app/panels/inspector/inspector_panel.hpp"

namespace app {

void element_tab(Rows&, const Workspace&, const ViewState&, Requests&);
/// The table of the 1-D, R-D and natural coordinates and the index of every element, of any number. Takes the rest of the panel
/// except `below` pixels, but at least six rows. Marks the row of `element` and scrolls to it.
void coordinate_table(Rows&, const Workspace&, Requests&, int entry, const Element& element, float below);

}  // namespace app
