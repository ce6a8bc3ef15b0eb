#pragma once
// The parts of a lesson in the sheet panel: its title bar and its exercises.

#include "app/ui/ui.hpp"

namespace app {

/// Draws ○, a dot in it, or ✓, for a lesson that is untouched, begun or solved.
void progress_mark(const Ui&, ImDrawList*, LessonProgress::Progress, ImVec2 centre);

/// Draws the bar above the entries: number and title, previous and next lesson. Returns the height; 0 if the sheet is not a lesson.
float lesson_bar(Ui&, const Workspace&, Requests&, ImVec2 at, float width);

/// Draws the cards below the entries. The next exercise, wrong ones and that of the selected entry have full cards, with state, error,
/// hints and answer; the others have a line. Returns the height; 0 without exercises.
float exercise_cards(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, float width);

}  // namespace app
