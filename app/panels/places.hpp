#pragma once
// The positions of the window's parts in this frame, and which of its panels are open.

#include "app/actions/panels.hpp"
#include "app/ui/ui.hpp"

namespace app {

inline WindowPlaces& places_of(const Ui& ui) { return ui.kept<WindowPlaces>(); }

}  // namespace app
