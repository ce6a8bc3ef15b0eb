#pragma once
// Predictions: a card's values are hidden until the audience has guessed them.

#include <string>
#include <string_view>
#include <vector>

#include "app/actions/requests.hpp"
#include "app/state/state.hpp"

namespace app {

/// Returns the entry's prediction; null if its values have not been hidden.
const Prediction* prediction_of(const Workspace&, const ViewState&, int entry);
/// Returns whether no panel may show the entry's value: some of its values are hidden, or it is a number or truth computed from hidden
/// values, such as A(2,3) or A == B.
bool hides_values(const Workspace&, const ViewState&, int entry);
/// Returns whether values of any entry of the sheet are hidden; figures are then not exported.
bool hides_any(const Workspace&, const ViewState&);
/// Returns whether values of the launch's tensor are hidden, which its trace and its memory would reveal.
bool hides_launch(const Workspace&, const ViewState&);
/// Returns whether the value of that element is hidden.
bool hides_cell(const Workspace&, const ViewState&, int entry, std::int64_t coordinate);

/// Returns the number of cells to reveal, in all slices.
std::int64_t cells_of(const render::Diagram&);

/// Hides all values of the entry and resets the score.
void hide_values(const Workspace&, ViewState&, int entry);
/// Shows the values and drops the score.
void stop_predicting(const Workspace&, ViewState&, int entry);
void hide_or_show_values(const Workspace&, ViewState&, int entry);
void reveal(const Workspace&, ViewState&, int entry, const std::vector<std::int64_t>& coordinates);
void reveal_all(const Workspace&, ViewState&, int entry);

/// Returns the coordinates of a row or a column of the grid, or of 4096 cells from `first` on if it has more.
std::vector<std::int64_t> row_of(const render::Diagram&, std::int64_t row, std::int64_t first);
std::vector<std::int64_t> column_of(const render::Diagram&, std::int64_t column, std::int64_t first);

/// Returns whether the text is the cell's label (its index if labels are off), ignoring blanks and case.
bool is_label(const render::Diagram&, std::int64_t row, std::int64_t column, std::string_view text);
/// Sets whether a click on a hidden cell asks for its value (true) or reveals it.
void answer_by_typing(ViewState&, bool);
/// Counts the answer; a right one reveals the cell.
void answer(const Workspace&, ViewState&, int entry, std::int64_t coordinate, bool right);
/// Asks for the value of a hidden cell; -1: for none.
void ask(const Workspace&, ViewState&, int entry, std::int64_t coordinate);
/// Stops asking for that cell's value.
void stop_asking(const Workspace&, ViewState&, int entry, std::int64_t coordinate);

/// Returns the diagram with only shape, borders and headings, from which no value can be read.
render::Diagram blanked(const render::Diagram&);
/// Returns "3 of 64 revealed · right 2 · wrong 1", in the interface's language.
std::string tally_of(const Workspace&, const ViewState&, int entry);
/// Returns the request of a click on a hidden cell: reveal it, its row or its column, of which `first` is visible; or ask for its value.
enum class Revealed : std::uint8_t { cell, row, column };
Request click_on_hidden(const Workspace&, const ViewState&, int entry, const render::Diagram&, render::Diagram::Cell, Revealed,
                        render::Diagram::Cell first);

}  // namespace app
