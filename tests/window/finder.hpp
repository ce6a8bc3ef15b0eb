#pragma once
// Waiting for the finder's dialog.

#include <chrono>
#include <thread>

#include "gui.hpp"

namespace gui {

/// Draws frames until the question of the dialog is answered.
inline void settle_finder(Gui& g) {
  g.settle();
  while (g.ui.animating) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    g.frame();
  }
  g.settle();
}

}  // namespace gui
