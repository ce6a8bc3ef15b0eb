// The Lessons menu.

#include "app/commands/command_parts.hpp"

#include <deque>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/actions/lessons.hpp"

namespace app {
namespace {

std::string numbered_title(int number, Language language) { return fmt::format("{} · {}", number + 1, lesson_title(number, language)); }

/// Returns the command that opens a lesson, with the lesson's own title.
Command opening(int number) {
  // Commands refer to these ids and titles, so they live as long as the program.
  static std::deque<std::string> texts;
  const auto* id = texts.emplace_back(fmt::format("lessons.open.{}", number + 1)).c_str();
  const auto* title = texts.emplace_back(numbered_title(number, Language::english)).c_str();
  return {.id = id,
          .title = title,
          .shortcut = {},
          .enabled = always,
          .run = [number](Workspace& workspace, ViewState& view) { open_lesson(workspace, view, number); },
          .title_in = [number](Language language) { return numbered_title(number, language); }};
}

std::vector<Command> all() {
  std::vector<Command> table{
      Command{"lessons.overview", "All lessons", {}, always, [](ViewState& view) { view.dialog = Dialog::lessons; }},
      Command{"lessons.next",
              "Next lesson",
              {},
              [](const Workspace& workspace) { return beside_lesson(workspace, 1) >= 0; },
              [](Workspace& workspace, ViewState& view) { open_lesson(workspace, view, beside_lesson(workspace, 1)); }},
      Command{"lessons.previous",
              "Previous lesson",
              {},
              [](const Workspace& workspace) { return beside_lesson(workspace, -1) >= 0; },
              [](Workspace& workspace, ViewState& view) { open_lesson(workspace, view, beside_lesson(workspace, -1)); }},
      Command{"lessons.start_over", "Start this lesson over", {}, can_start_over, start_over},
      Command{
          "lessons.hint", "Show a hint", {}, has_hint, [](Workspace& workspace) { show_hint(workspace, workspace.lessons().current()); }},
      Command{"lessons.answer",
              "Show the answer",
              {},
              has_answer,
              [](Workspace& workspace) { show_answer(workspace, workspace.lessons().current()); }},
  };
  for (int number = 0; number < static_cast<int>(lesson_names().size()); ++number) table.push_back(opening(number));
  return table;
}

}  // namespace

std::span<const Command> lessons_commands() {
  static const auto table = all();
  return table;
}

}  // namespace app
