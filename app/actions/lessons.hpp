#pragma once
// Opening lessons; hints and answers of their exercises.

#include <string_view>
#include <vector>

#include "app/actions/told_rows.hpp"
#include "app/state/state.hpp"

namespace app {

/// Shows the lesson with the user's earlier work. number: 0 .. lesson_names().size() - 1; does nothing for any other.
void open_lesson(Workspace&, ViewState&, int number);
/// Returns whether the shown sheet is a built-in lesson that has been edited.
bool can_start_over(const Workspace&);
/// Restores the lesson's original text, with its hints hidden again; it stays solved. An edit, which can be undone.
void start_over(Workspace&, ViewState&);
/// Returns the number of the built-in lesson before (-1) or after (+1) the shown one; -1 if there is none.
int beside_lesson(const Workspace&, int by);
/// Returns whether the command opens a built-in lesson that has been solved.
bool opens_solved_lesson(const Workspace&, std::string_view command);

/// For an entry that is a wrong answer to an exercise, returns by 1-D coordinate whether the element is wrong. Empty for other entries.
std::vector<bool> wrong_elements(const Workspace&, int entry);

/// Returns whether the first unsolved exercise has a hint that has not been shown yet.
bool has_hint(const Workspace&);
void show_hint(Workspace&, int exercise);
/// Returns whether the first unsolved exercise has an answer.
bool has_answer(const Workspace&);
void show_answer(Workspace&, int exercise);
/// Writes the answer into its entry.
void take_answer(Workspace&, ViewState&, int exercise);

/// Returns an exercise's task, the error in its answer, the shown hints and answer, and links: another hint, the answer, the next lesson.
std::vector<ToldRow> exercise_rows(const Workspace&, int exercise, const Texts&);

/// Returns the text without its last sentence, without its last two, and so on; longest first.
std::vector<std::string> sentences_of(std::string_view text);

}  // namespace app
