#include "app/ui/key_queue.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace app {
namespace {

bool is_modifier(int key) { return key >= GLFW_KEY_LEFT_SHIFT && key <= GLFW_KEY_RIGHT_SUPER; }
bool is_shift(int key) { return key == GLFW_KEY_LEFT_SHIFT || key == GLFW_KEY_RIGHT_SHIFT; }

/// Returns whether ImGui acts on the key itself rather than on its character.
bool needs_frame(int key, int mods) {
  if (is_modifier(key)) return false;
  const bool printable = key >= GLFW_KEY_SPACE && key <= GLFW_KEY_WORLD_2;
  return !printable || (mods & (GLFW_MOD_CONTROL | GLFW_MOD_ALT | GLFW_MOD_SUPER)) != 0;
}

std::optional<Shortcut> command_shortcut(int key, int mods) {
  const bool control = (mods & GLFW_MOD_CONTROL) != 0;
  const bool alt = (mods & GLFW_MOD_ALT) != 0;
  const Shortcut shortcut{key, control, (mods & GLFW_MOD_SHIFT) != 0, alt};
  if ((control || alt || key >= GLFW_KEY_F1) && command_for(shortcut) != nullptr) return shortcut;
  return std::nullopt;
}

}  // namespace

std::optional<Shortcut> KeyQueue::feed(GLFWwindow* window) {
  bool characters = false;
  while (!events_.empty()) {
    const auto e = events_.front();
    if (!e.is_key) {
      events_.pop_front();
      characters = true;
      if (character_ != nullptr) character_(window, e.code);
      continue;
    }
    const bool pressed = e.action != GLFW_RELEASE;
    const auto shortcut = pressed ? command_shortcut(e.key, e.mods) : std::nullopt;
    // Characters typed before a command must be drawn, and so be in the sheet, before the command runs.
    if (shortcut && characters) return std::nullopt;
    // Also before Ctrl goes down or Escape, with which a text field takes no characters.
    if (pressed && characters && (e.key == GLFW_KEY_ESCAPE || (is_modifier(e.key) && !is_shift(e.key)))) return std::nullopt;
    events_.pop_front();
    if (key_ != nullptr) key_(window, e.key, e.scancode, e.action, e.mods);
    if (shortcut) return shortcut;
    if (pressed && needs_frame(e.key, e.mods)) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace app
