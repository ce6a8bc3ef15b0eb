#pragma once
// A lesson's parts of the sheet panel: which lesson this is, and what it asks.

#include "app/ui/ui.hpp"

namespace app {

/// Above the entries: number and title, the lessons beside it. Returns its height: 0 for a sheet that is no lesson.
float lesson_bar(Ui&, const Workspace&, Requests&, ImVec2 at, float width);

/// Beneath the entries: each exercise with its state, what was wrong, hints and answer. Returns the height; 0 without exercises.
float exercise_cards(Ui&, const Workspace&, Requests&, ImVec2 at, float width);

}  // namespace app
