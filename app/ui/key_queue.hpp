#pragma once
// A queue of key and character events. ImGui before 1.87 polls keys once per frame and would miss a quick Ctrl+A between two
// frames, so the queue lets a frame be drawn for each key that ImGui must see.

#include <deque>
#include <optional>

#include "app/commands/commands.hpp"

struct GLFWwindow;

namespace app {

class KeyQueue {
 public:
  using KeyCallback = void (*)(GLFWwindow*, int key, int scancode, int action, int mods);
  using CharCallback = void (*)(GLFWwindow*, unsigned int code);

  /// Sets ImGui's callbacks, which receive the events.
  void forward_to(KeyCallback of_keys, CharCallback of_characters) {
    key_ = of_keys;
    character_ = of_characters;
  }
  void key(int code, int scancode, int action, int mods) { events_.push_back({true, code, scancode, action, mods, 0}); }
  void character(unsigned int code) { events_.push_back({false, 0, 0, 0, 0, code}); }

  /// Forwards events up to the next key that needs a frame of its own. Call this before each frame. Returns a command's shortcut, to be run
  /// before the frame; it is forwarded like any other key.
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
