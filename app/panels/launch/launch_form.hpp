#pragma once
// The form of the launch: its kernel and the fields that the kernel needs.

#include "app/panels/launch/launch_view.hpp"

namespace app {

/// headed: with the heading that folds the panel.
void launch_form(Ui&, const Workspace&, Requests&, ImVec2 at, ImVec2 size, bool headed);

}  // namespace app
