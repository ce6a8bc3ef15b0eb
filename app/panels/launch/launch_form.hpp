#pragma once
// The form that describes a launch: the kernel, and only the fields that it needs.

#include "app/panels/launch/launch_view.hpp"

namespace app {

void launch_form(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, ImVec2 size);

}  // namespace app
