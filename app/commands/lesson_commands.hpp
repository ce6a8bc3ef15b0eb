#pragma once
// What the commands of lessons do.

#include <string_view>

#include "app/state/app.hpp"

namespace app {

/// number: 0 .. lesson_names().size() - 1; others do nothing.
void open_lesson(App&, int number);
/// The built-in lesson before (-1) or after (+1) the one that is shown; -1 where there is none.
int beside_lesson(const App&, int by);
/// Whether the command opens a built-in lesson that has been solved.
bool opens_solved_lesson(const App&, std::string_view command);

// Of the first exercise that is not solved.
bool has_hint(const App&);  ///< one that has not been shown
void show_hint(App&);
bool has_answer(const App&);
void show_answer(App&);
/// Writes the answer into its entry.
void take_answer(App&, int exercise);

}  // namespace app
