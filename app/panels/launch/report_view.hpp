#pragma once
// What the hardware saw: the report of a launch, part by part, as the parts become known.

#include "app/panels/launch/launch_view.hpp"

namespace app {

void report_view(Ui&, const Workspace&, Requests&, ImVec2 at, ImVec2 size);

}  // namespace app
