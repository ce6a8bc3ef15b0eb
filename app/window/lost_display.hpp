#pragma once
// The end of a window whose X server goes away, as at a log-out: Xlib ends the process without a dialog.

#include <functional>

namespace app {

class LostDisplay {
 public:
  /// last_words: called once, on any thread, before the process ends with the status `environment_failed`. It has ten seconds. Requires
  /// glfwInit(). Does nothing if GLFW does not use X.
  explicit LostDisplay(std::function<void()> last_words);
  ~LostDisplay();
  LostDisplay(const LostDisplay&) = delete;
  LostDisplay& operator=(const LostDisplay&) = delete;
};

}  // namespace app
