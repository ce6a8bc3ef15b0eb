#pragma once
// How two cards differ, in words, and the way from one difference to the next.

#include "app/panels/canvas/card.hpp"

namespace app {

/// Two cards held against one another: how they differ, and the way to the next difference. Returns the height, 0 without.
float comparison_bar(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, float width);

}  // namespace app
