#pragma once
// Keys and characters in the order in which they came. ImGui before 1.87 looks at keys once a frame: of a quick Ctrl+A
// between two frames it would see nothing, so a frame is drawn for each key that it must see.

#include <deque>
#include <optional>

#include "app/commands/commands.hpp"

struct GLFWwindow;

namespace app {

class KeyQueue {
 public:
  using KeyCallback = void (*)(GLFWwindow*, int key, int scancode, int action, int mods);
  using CharCallback = void (*)(GLFWwindow*, unsigned int code);

  /// Who is told of the events: ImGui's own callbacks.
  void forward_to(KeyCallback of_keys, CharCallback of_characters) {
    key_ = of_keys;
    character_ = of_characters;
  }
  void key(int code, int scancode, int action, int mods) { events_.push_back({true, code, scancode, action, mods, 0}); }
  void character(unsigned int code) { events_.push_back({false, 0, 0, 0, 0, code}); }

  /// Before a frame: tells of the events up to the next key that needs a frame of its own. A shortcut of a command is
  /// returned to be run before the frame, and ImGui hears of it as of any other key.
  std::optional<Shortcut> feed(GLFWwindow*);
  bool empty() const { return events_.empty(); }

 private:
  struct Event {
    bool is_key;
    int key, scancode, action, mods;
    unsigned int code;
  };
  std::deque<Event> events_;
  KeyCallback key_ = nullptr;
  CharCallback character_ = nullptr;
};

}  // namespace app
