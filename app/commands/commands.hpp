#pragma once
// One table of commands: the menus, the palette, the shortcuts and the tests all read it.

#include <span>
#include <string>
#include <string_view>

#include "app/state/app.hpp"

namespace app {

/// A key with its modifiers. Letters and digits by their upper-case character, function keys as F1 = 290 (GLFW's codes).
struct Shortcut {
  int key = 0;
  bool control = false, shift = false, alt = false;
  friend bool operator==(const Shortcut&, const Shortcut&) = default;
};
std::string to_string(Shortcut);  ///< "Ctrl+Shift+Z"

struct Command {
  const char* id;     ///< "file.save"; the part before the dot is the menu
  const char* title;  ///< English; translated where shown
  Shortcut shortcut;
  bool (*enabled)(const App&);
  void (*run)(App&);
};

std::span<const Command> commands();

/// Runs the command if there is one by that id and it is enabled.
bool run_command(App&, std::string_view id);
/// The command of a shortcut, or null.
const Command* command_for(Shortcut);

}  // namespace app
