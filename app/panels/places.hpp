#pragma once
// Where the parts of the window are in this frame, and which of its panels are open.

#include "app/ui/ui.hpp"

namespace app {

struct Places {
  Rect sheet, operations, canvas, inspector, launch, menus, status;
  PanelSet open;
  bool is_open(Panel panel) const { return open.test(static_cast<std::size_t>(panel)); }
};
inline Places& places_of(const Ui& ui) { return ui.kept<Places>(); }

}  // namespace app
