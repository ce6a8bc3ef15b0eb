#pragma once
// Predict first: a card's values are hidden until the class has said what they are.

#include <string>
#include <string_view>
#include <vector>

#include "app/state/state.hpp"

namespace app {

/// What is known of the entry's values; null where nobody hid them.
const Prediction* prediction_of(const Workspace&, const ViewState&, int entry);
/// Whether any of the entry's values is hidden: then nothing else of the window may say it either.
bool hides_values(const Workspace&, const ViewState&, int entry);
/// Whether that cell's is.
bool hides_cell(const Workspace&, const ViewState&, int entry, std::int64_t coordinate);

/// Cells that there are to reveal, on all slices.
std::int64_t cells_of(const render::Diagram&);

/// Hides all values of the entry, once more if they were hidden before: the tally begins anew.
void hide_values(const Workspace&, ViewState&, int entry);
/// Shows them, and counts no more.
void stop_predicting(const Workspace&, ViewState&, int entry);
void hide_or_show_values(const Workspace&, ViewState&, int entry);
void reveal(const Workspace&, ViewState&, int entry, const std::vector<std::int64_t>& coordinates);
void reveal_all(const Workspace&, ViewState&, int entry);

/// Coordinates of a row or a column of the grid, those from `first` on, as many as are worth revealing at once.
std::vector<std::int64_t> row_of(const render::Diagram&, std::int64_t row, std::int64_t first);
std::vector<std::int64_t> column_of(const render::Diagram&, std::int64_t column, std::int64_t first);

/// Whether the text is what the cell says; blanks and case do not matter.
bool is_label(const render::Diagram&, std::int64_t row, std::int64_t column, std::string_view text);
/// A click on a hidden cell asks for its value, or reveals it.
void answer_by_typing(ViewState&, bool);
/// Counts the answer; a right one is revealed.
void answer(const Workspace&, ViewState&, int entry, std::int64_t coordinate, bool right);
/// Asks for the value of a cell; for that of none with -1.
void ask(const Workspace&, ViewState&, int entry, std::int64_t coordinate);
/// Does not ask for that cell any more, if it is the one that is asked for.
void stop_asking(const Workspace&, ViewState&, int entry, std::int64_t coordinate);

}  // namespace app
