#pragma once
// Shared by the files of the table of commands.

#include "app/commands/commands.hpp"

namespace app {

// Return the commands of one menu each.
std::span<const Command> file_commands();
std::span<const Command> edit_commands();
std::span<const Command> view_commands();
std::span<const Command> limits_commands();
std::span<const Command> pointer_commands();
std::span<const Command> run_commands();
std::span<const Command> tool_commands();
std::span<const Command> lessons_commands();
std::span<const Command> teach_commands();
std::span<const Command> export_commands();
std::span<const Command> help_commands();

/// Values of Shortcut::key.
namespace keys {
inline constexpr int F1 = 290, F2 = 291, F4 = 293, F5 = 294, F6 = 295, F7 = 296, F8 = 297, F9 = 298, F11 = 300, plus = '=', minus = '-';
inline constexpr int keypad_0 = 320, keypad_minus = 333, keypad_plus = 334, keypad_equal = 336;
inline constexpr int escape = 256, tab = 258, right_arrow = 262, left_arrow = 263, down_arrow = 264, up_arrow = 265, page_up = 266,
                     page_down = 267, home = 268, end = 269;
}  // namespace keys

// Conditions for Command::enabled.
inline bool always() { return true; }
inline bool has_selection(const Workspace& workspace, const ViewState& view) { return workspace.has_entry(view.selected); }
inline bool has_picture(const Workspace& workspace, const ViewState& view) {
  return has_selection(workspace, view) && workspace.picture(view.selected) != nullptr;
}
inline bool has_value(const Workspace& workspace, const ViewState& view) {
  return has_selection(workspace, view) && workspace.result(view.selected).evaluation.has_value();
}
inline bool has_launch(const Workspace& workspace) { return workspace.launch().has_value(); }

}  // namespace app
