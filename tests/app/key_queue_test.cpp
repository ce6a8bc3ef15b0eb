#include "app/ui/key_queue.hpp"

#include <doctest/doctest.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <string>

using namespace app;

namespace {

/// The events that ImGui would have received, in a string: +A a key down, -A up, a a character.
std::string told;

void on_key(GLFWwindow*, int key, int, int action, int) {
  told += action == GLFW_RELEASE ? '-' : '+';
  told += key == GLFW_KEY_LEFT_CONTROL ? "Ctrl"
          : key == GLFW_KEY_LEFT_SHIFT ? "Shift"
          : key == GLFW_KEY_ENTER      ? "Enter"
                                       : std::string(1, static_cast<char>(key));
}
void on_character(GLFWwindow*, unsigned int code) { told += static_cast<char>(code); }

struct Keyboard {
  KeyQueue queue;
  Keyboard() { queue.forward_to(on_key, on_character); }
  void chord(int modifier, int bits, int key) {
    queue.key(modifier, 0, GLFW_PRESS, bits);
    queue.key(key, 0, GLFW_PRESS, bits);
    queue.key(key, 0, GLFW_RELEASE, bits);
    queue.key(modifier, 0, GLFW_RELEASE, 0);
  }
  void letter(char c) {
    queue.key(c - 'a' + 'A', 0, GLFW_PRESS, 0);
    queue.character(static_cast<unsigned>(c));
    queue.key(c - 'a' + 'A', 0, GLFW_RELEASE, 0);
  }
  /// Returns the events of one frame; then the letter of the command that it runs, if any.
  std::string frame() {
    told.clear();
    const auto shortcut = queue.feed(nullptr);
    return told + (shortcut ? std::string(" run ") + static_cast<char>(shortcut->key) : "");
  }
};

}  // namespace

TEST_CASE("a quick Ctrl+A has a frame of its own, and what is typed after it comes after it") {
  Keyboard k;
  k.chord(GLFW_KEY_LEFT_CONTROL, GLFW_MOD_CONTROL, GLFW_KEY_A);
  k.letter('x');
  k.letter('y');
  CHECK(k.frame() == "+Ctrl+A");
  CHECK(!k.queue.empty());
  CHECK(k.frame() == "-A-Ctrl+Xx-X+Yy-Y");
  CHECK(k.queue.empty());
  CHECK(k.frame().empty());
}

TEST_CASE("a command runs after what was typed before it") {
  Keyboard k;
  k.letter('x');
  k.chord(GLFW_KEY_LEFT_CONTROL, GLFW_MOD_CONTROL, GLFW_KEY_Z);
  k.letter('y');
  // Ctrl waits as well: a text field takes no characters while it is down.
  CHECK(k.frame() == "+Xx-X");
  CHECK(k.frame() == "+Ctrl+Z run Z");
  CHECK(k.frame() == "-Z-Ctrl+Yy-Y");
}

TEST_CASE("Escape leaves a field with all that was typed in it") {
  Keyboard k;
  k.letter('x');
  k.queue.key(GLFW_KEY_ESCAPE, 0, GLFW_PRESS, 0);
  CHECK(k.frame() == "+Xx-X");
  CHECK(!k.frame().empty());
  CHECK(k.queue.empty());
}

TEST_CASE("keys that are no characters come one a frame") {
  Keyboard k;
  k.letter('x');
  for (int i = 0; i < 2; ++i) {
    k.queue.key(GLFW_KEY_ENTER, 0, GLFW_PRESS, 0);
    k.queue.key(GLFW_KEY_ENTER, 0, GLFW_RELEASE, 0);
  }
  CHECK(k.frame() == "+Xx-X+Enter");
  CHECK(k.frame() == "-Enter+Enter");
  CHECK(k.frame() == "-Enter");
}
