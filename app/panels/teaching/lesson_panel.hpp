#pragma once
// The parts of a lesson in the sheet panel: its title bar and its exercises.

#include "app/ui/ui.hpp"

namespace app {

/// ○, a dot in it, or ✓: a lesson that is untouched, begun or solved.
void progress_mark(const Ui&, ImDrawList*, LessonProgress::Progress, ImVec2 centre);

/// The bar above the entries: number and title, previous and next lesson. Returns the height; 0 if the sheet is no lesson.
float lesson_bar(Ui&, const Workspace&, Requests&, ImVec2 at, float width);

/// The cards beneath the entries. The exercise to do next has a whole one, with its state, error, hints and answer; so have those
/// that are wrong, and that of the selected entry; the others have a line. Returns the height; 0 without exercises.
float exercise_cards(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, float width);

}  // namespace app
