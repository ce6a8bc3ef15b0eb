#pragma once
// Predictions in a card: hidden values as question marks, revealing, typed answers, the score.

#include "app/panels/teaching/teaching.hpp"

namespace app {

/// The diagram without the hidden values. A copy is owned by Ui::teaching.
const render::Diagram& shown_diagram(Ui&, const Workspace&, const ViewState&, int entry, std::int64_t card, const render::Diagram&);
float prediction_height(Ui&, const Workspace&, const ViewState&, int entry, float width);
void prediction_bar(Ui&, const Workspace&, const ViewState&, Requests&, int entry, ImVec2 at, float width);
void point_at_hidden(Ui&, const Workspace&, const ViewState&, Requests&, const CardGrid&, CellAt under);
/// The colour of a cell as it is shown: without that of a hidden value.
ImU32 shown_cell_ink(const Ui&, const Workspace&, const ViewState&, const CardGrid&, std::int64_t row, std::int64_t column);
GridStyle hidden_style(Ui&, const Workspace&, const ViewState&, const CardGrid&, GridStyle);

}  // namespace app
