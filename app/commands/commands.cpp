#include "app/commands/commands.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "app/commands/command_parts.hpp"

namespace app {

using namespace keys;

std::span<const Command> commands() {
  // Built in the order of the menus.
  static const auto table = [] {
    std::vector<Command> all;
    for (const auto part : {file_commands(), edit_commands(), view_commands(), limits_commands(), pointer_commands(), lessons_commands(),
                            teach_commands(), run_commands(), tool_commands(), export_commands(), help_commands()})
      all.insert(all.end(), part.begin(), part.end());
    return all;
  }();
  return table;
}

namespace {

/// Returns true if the command acts on the sheet or its view rather than on the window or on files.
bool concerns_sheet(std::string_view id) {
  constexpr std::array groups{"edit.", "view.", "canvas.", "pointer.", "inspector.", "teach.", "present.", "run.", "watch.", "export."};
  constexpr std::array<std::string_view, 9> of_window{"view.theme",      "view.theme_system", "view.language",
                                                      "view.larger",     "view.smaller",      "view.actual",
                                                      "view.fullscreen", "view.palette",      "view.frame_times"};
  return std::ranges::find(of_window, id) == of_window.end() &&
         std::ranges::any_of(groups, [&](const char* group) { return id.starts_with(group); });
}

}  // namespace

std::string title_of(const Command& command, const Workspace& workspace, const Texts& texts) {
  const std::string object(command.object != nullptr ? command.object(workspace) : std::string_view{});
  const auto title = command.title_in ? command.title_in(texts.language()) : std::string(texts(command.title));
  return object.empty() ? title : fmt::format(fmt::runtime(texts("{}: {}")), title, texts(object.c_str()));
}

/// Removes the notice as soon as it may be outdated: after an edit of the sheet, or if another sheet, page or dialog is shown.
static void follow_notice(State& state) {
  auto& host = state.host;
  const HostRequests::Occasion now{host.told, state.workspace.document().id, state.workspace.edits(), static_cast<int>(state.view.dialog),
                                   state.view.start_page};
  if (now == host.notice_of) return;
  if (now.told == host.notice_of.told) host.notice = {};
  host.notice_of = now;
}

bool run_command(State& state, const Command& command) {
  if (!command.enabled(state)) return false;
  if (concerns_sheet(command.id)) state.view.start_page = false;
  command.run(state);
  follow(state.view, state.workspace);
  follow_notice(state);
  return true;
}

bool run_command(State& state, std::string_view id) {
  const auto all = commands();
  const auto command = std::ranges::find(all, id, &Command::id);
  return command != all.end() && run_command(state, *command);
}

void carry_out(State& state, const Requests& requests) {
  for (const auto& r : requests.all()) {
    if (r.run) {
      r.run(state);
      follow(state.view, state.workspace);
    } else {
      run_command(state, r.name);
    }
  }
  follow_notice(state);
}

const Command* command_for(Shortcut shortcut) {
  for (const auto& c : commands())
    if (c.shortcut.key != 0 && c.shortcut == shortcut) return &c;
  // Ctrl+Y is redo as well, as usual on most desktops.
  if (shortcut == Shortcut{'Y', true, false}) return command_for({'Z', true, true});
  // On many keyboards + is Shift and =; keypads have keys of their own.
  if (shortcut == Shortcut{plus, true, true} || shortcut == Shortcut{keypad_plus, true} || shortcut == Shortcut{keypad_equal, true})
    return command_for({plus, true});
  if (shortcut == Shortcut{keypad_minus, true}) return command_for({minus, true});
  if (shortcut == Shortcut{keypad_0, true}) return command_for({'0', true});
  // The page keys turn the tabs as well.
  if (shortcut == Shortcut{page_down, true, false}) return command_for({tab, true});
  if (shortcut == Shortcut{page_up, true, false}) return command_for({tab, true, true});
  return nullptr;
}

std::string to_string(Shortcut s) {
  if (s.key == 0) return {};
  constexpr std::array names{
      std::pair{escape, "Esc"},   std::pair{tab, "Tab"},    std::pair{right_arrow, "→"},   std::pair{left_arrow, "←"},
      std::pair{down_arrow, "↓"}, std::pair{up_arrow, "↑"}, std::pair{page_up, "Page Up"}, std::pair{page_down, "Page Down"},
      std::pair{home, "Home"},    std::pair{end, "End"}};
  const auto named = std::find_if(names.begin(), names.end(), [&](const auto& n) { return n.first == s.key; });
  const auto key = named != names.end() ? std::string(named->second)
                   : s.key >= F1        ? fmt::format("F{}", s.key - F1 + 1)
                   : s.key == plus      ? "+"
                                        : std::string(1, static_cast<char>(s.key));
  return fmt::format("{}{}{}{}", s.control ? "Ctrl+" : "", s.shift ? "Shift+" : "", s.alt ? "Alt+" : "", key);
}

}  // namespace app
