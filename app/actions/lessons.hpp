#pragma once
// Lessons and their exercises.

#include <string_view>

#include "app/state/state.hpp"

namespace app {

/// number: 0 .. lesson_names().size() - 1; others do nothing.
void open_lesson(Workspace&, ViewState&, int number);
/// The built-in lesson before (-1) or after (+1) the one that is shown; -1 where there is none.
int beside_lesson(const Workspace&, int by);
/// Whether the command opens a built-in lesson that has been solved.
bool opens_solved_lesson(const Workspace&, std::string_view command);

/// Whether the first exercise that is not solved has a hint that has not been shown.
bool has_hint(const Workspace&);
void show_hint(Workspace&, int exercise);
/// Whether the first exercise that is not solved has an answer.
bool has_answer(const Workspace&);
void show_answer(Workspace&, int exercise);
/// Writes the answer into its entry.
void take_answer(Workspace&, ViewState&, int exercise);

}  // namespace app
