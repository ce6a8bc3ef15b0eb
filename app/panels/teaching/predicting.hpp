#pragma once
// Predictions in a card: hidden values as question marks, revealing, typed answers, the score.

#include "app/panels/teaching/teaching.hpp"

namespace app {

/// The diagram without the hidden values. A copy is owned by Ui::teaching.
const render::Diagram& shown_diagram(Ui&, const Workspace&, const ViewState&, int entry, std::int64_t card, const render::Diagram&);
float prediction_height(Ui&, const Workspace&, const ViewState&, int entry, float width);
void prediction_bar(Ui&, const Workspace&, const ViewState&, Requests&, int entry, ImVec2 at, float width);
void point_at_hidden(Ui&, const Workspace&, const ViewState&, Requests&, const CardGrid&, CellAt under);
GridStyle hidden_style(Ui&, const Workspace&, const ViewState&, const CardGrid&, GridStyle);

}  // namespace app
