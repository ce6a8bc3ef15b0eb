#pragma once
// Hidden values in a card: question marks, what a click reveals, the answer that is typed, the tally.

#include "app/panels/teaching/teaching.hpp"

namespace app {

/// The diagram as it may be shown: without the values that are hidden.
const render::Diagram& shown_diagram(Ui&, const Workspace&, const ViewState&, int entry, std::int64_t card, const render::Diagram&);
float prediction_height(Ui&, const Workspace&, const ViewState&, int entry, float width);
void prediction_bar(Ui&, const Workspace&, const ViewState&, Requests&, int entry, ImVec2 at, float width);
void point_at_hidden(Ui&, const Workspace&, const ViewState&, Requests&, const CardGrid&, CellAt under);
GridStyle hidden_style(Ui&, const Workspace&, const ViewState&, const CardGrid&, GridStyle);

}  // namespace app
