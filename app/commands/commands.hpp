#pragma once
// One table of commands: the menus, the palette, the shortcuts and the tests all read it.

#include <span>
#include <string>
#include <string_view>

#include "app/actions/requests.hpp"

namespace app {

/// A key with its modifiers. Letters and digits by their upper-case character, function keys as F1 = 290 (GLFW's codes).
struct Shortcut {
  int key = 0;
  bool control = false, shift = false, alt = false;
  friend bool operator==(const Shortcut&, const Shortcut&) = default;
};
std::string to_string(Shortcut);  ///< "Ctrl+Shift+Z"

/// What a command asks or does, from any function whose parameters are the pieces of state that it needs.
class Question {
 public:
  template <class F>
  Question(F f) : ask_([f](const State& state) { return bound_call::apply(f, state); }) {}
  bool operator()(const State& state) const { return ask_(state); }

 private:
  std::function<bool(const State&)> ask_;
};
class Verb {
 public:
  template <class F>
  Verb(F f) : run_([f](State& state) { bound_call::apply(f, state); }) {}
  void operator()(State& state) const { run_(state); }

 private:
  std::function<void(State&)> run_;
};

struct Command {
  const char* id;     ///< "file.save"; the part before the dot is the menu
  const char* title;  ///< English; translated where shown
  Shortcut shortcut;
  Question enabled;
  Verb run;
  /// What it would do now, in English; null or empty: its title says all.
  std::string_view (*object)(const Workspace&) = nullptr;
  /// Its title in a language, where that is no text of the interface; empty: `title`, translated.
  std::function<std::string(Language)> title_in = {};
};

std::span<const Command> commands();

/// The title in the interface's language, with what the command would do now: "Undo: change a number".
std::string title_of(const Command&, const Workspace&, const Texts&);

/// Runs the command if there is one by that id and it is enabled.
bool run_command(State&, std::string_view id);
/// Does what the panels of a frame want done, in order.
void carry_out(State&, const Requests&);
/// The command of a shortcut, or null.
const Command* command_for(Shortcut);

}  // namespace app
