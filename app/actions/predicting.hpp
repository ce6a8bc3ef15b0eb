#pragma once
// Predictions: a card's values are hidden until the class has guessed them.

#include <string>
#include <string_view>
#include <vector>

#include "app/actions/requests.hpp"
#include "app/state/state.hpp"

namespace app {

/// The entry's prediction; null if its values have not been hidden.
const Prediction* prediction_of(const Workspace&, const ViewState&, int entry);
/// Whether any of the entry's values is hidden, or it is a number or truth that follows from hidden values, such as A(2,3) or
/// A == B: then no panel may show it.
bool hides_values(const Workspace&, const ViewState&, int entry);
/// Whether values of any entry of the sheet are hidden; then there are no figures to export either.
bool hides_any(const Workspace&, const ViewState&);
/// Whether values of the launch's tensor are hidden; then its trace and its memory would tell them.
bool hides_launch(const Workspace&, const ViewState&);
/// Whether the value of that element is hidden.
bool hides_cell(const Workspace&, const ViewState&, int entry, std::int64_t coordinate);

/// Number of cells to reveal, in all slices.
std::int64_t cells_of(const render::Diagram&);

/// Hides all values of the entry and resets the score.
void hide_values(const Workspace&, ViewState&, int entry);
/// Shows the values and drops the score.
void stop_predicting(const Workspace&, ViewState&, int entry);
void hide_or_show_values(const Workspace&, ViewState&, int entry);
void reveal(const Workspace&, ViewState&, int entry, const std::vector<std::int64_t>& coordinates);
void reveal_all(const Workspace&, ViewState&, int entry);

/// Coordinates of a row or a column of the grid: all of them, or, where it has more than 4096 cells, 4096 from `first` on.
std::vector<std::int64_t> row_of(const render::Diagram&, std::int64_t row, std::int64_t first);
std::vector<std::int64_t> column_of(const render::Diagram&, std::int64_t column, std::int64_t first);

/// Whether the text is the cell's label (its index if labels are off), ignoring blanks and case.
bool is_label(const render::Diagram&, std::int64_t row, std::int64_t column, std::string_view text);
/// Whether a click on a hidden cell asks for its value (true) or reveals it.
void answer_by_typing(ViewState&, bool);
/// Counts the answer; a right one reveals the cell.
void answer(const Workspace&, ViewState&, int entry, std::int64_t coordinate, bool right);
/// Asks for the value of a hidden cell; -1: asks for none.
void ask(const Workspace&, ViewState&, int entry, std::int64_t coordinate);
/// Stops asking for that cell, if it is the one asked for.
void stop_asking(const Workspace&, ViewState&, int entry, std::int64_t coordinate);

/// Shape, borders and headings; nothing that the values could be read from.
render::Diagram blanked(const render::Diagram&);
/// "3 of 64 revealed · right 2 · wrong 1", in the interface's language.
std::string tally_of(const Workspace&, const ViewState&, int entry);
/// What a click on a hidden cell asks for: to reveal it, its row or its column, of which `first` is in sight; or its value, to be typed.
enum class Revealed : std::uint8_t { cell, row, column };
Request click_on_hidden(const Workspace&, const ViewState&, int entry, const render::Diagram&, render::Diagram::Cell, Revealed,
                        render::Diagram::Cell first);

}  // namespace app
