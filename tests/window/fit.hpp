#pragma once
// Checks that everything in the window can be read: overlaps, cut texts, unreachable texts. Also the states of the window in which that is
// checked.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gui.hpp"

namespace fit {

/// One text or window that is not as it should be.
struct Finding {
  std::string what;    ///< "cut", "overlap", ...
  std::string text;    ///< the text, or the two
  std::string window;  ///< ImGui's name of it
};

/// All that is wrong in the last frame.
std::vector<Finding> findings(const gui::Gui&);

/// Returns the texts of the last frame that end with an ellipsis and say nothing more where the pointer is over them.
std::vector<Finding> silent_ellipses(gui::Gui&);

/// A state of the window: how to get there from the starter sheet as opened.
struct WindowState {
  std::string name;
  std::function<void(gui::Gui&)> reach;
};
std::vector<WindowState> states();

}  // namespace fit
