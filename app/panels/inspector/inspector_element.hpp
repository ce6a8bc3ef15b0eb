#pragma once
// The element that is pointed at: its coordinates, the inner product written out, where it came from, who owns it.

#include "app/panels/inspector/inspector_panel.hpp"

namespace app {

void element_tab(Pen&, const Workspace&, const ViewState&, Requests&);
/// 1-D, R-D, natural, index of every element, however many, in the rest of the panel less `below`, six rows at least. The
/// row of `element` is marked and kept in sight.
void coordinate_table(Pen&, const Workspace&, Requests&, int entry, const Element& element, float below);

}  // namespace app
