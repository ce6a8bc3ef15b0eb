#include "app/state/view_state.hpp"

#include <algorithm>

#include "app/state/workspace.hpp"

namespace app {

void follow(ViewState& view, const Workspace& workspace) {
  const int count = static_cast<int>(workspace.sheet().entries.size());
  view.selected = std::clamp(view.selected, 0, std::max(0, count - 1));
  if (view.hover.entry >= count) view.hover = {};
}

}  // namespace app
