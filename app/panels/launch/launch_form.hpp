#pragma once
// The form of the launch: its kernel and the fields that the kernel needs.

#include "app/panels/launch/launch_view.hpp"

namespace app {

void launch_form(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, ImVec2 size);

}  // namespace app
