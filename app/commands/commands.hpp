#pragma once
// The table of commands, which the menus, the palette, the shortcuts and the tests read.

#include <span>
#include <string>
#include <string_view>

#include "app/actions/requests.hpp"

namespace app {

/// A key with its modifiers, by GLFW's codes: letters and digits are their upper-case characters, F1 is 290.
struct Shortcut {
  int key = 0;
  bool control = false, shift = false, alt = false;
  friend bool operator==(const Shortcut&, const Shortcut&) = default;
};
std::string to_string(Shortcut);  ///< "Ctrl+Shift+Z"

/// A condition of a command and its action. Both convert from any function whose parameters are pieces of state.
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
  const char* title;  ///< in English; translated when shown
  Shortcut shortcut;
  Question enabled;
  Verb run;
  /// Returns the object of the command in English, which is added to the title, such as the edit to undo. Null or "": no object.
  std::string_view (*object)(const Workspace&) = nullptr;
  /// Returns the title in a language, for titles that the translations do not have, such as a lesson's. Empty: `title`, translated.
  std::function<std::string(Language)> title_in = {};
};

std::span<const Command> commands();

/// Returns the title in the interface's language with its object: "Undo: change a number".
std::string title_of(const Command&, const Workspace&, const Texts&);

/// Runs the command and adapts the view to the entries that exist then. Returns false if the command is disabled.
bool run_command(State&, const Command&);
/// Runs the command with that id. Returns false if it does not exist or is disabled.
bool run_command(State&, std::string_view id);
/// Executes the requests of a frame in order. Removes an earlier frame's notice if the sheet or the page shown has changed since.
void carry_out(State&, const Requests&);
/// Returns the command with that shortcut, or null.
const Command* command_for(Shortcut);

}  // namespace app
