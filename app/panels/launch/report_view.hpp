#pragma once
// The report of a launch, whose parts appear as they become known.

#include "app/panels/launch/launch_view.hpp"

namespace app {

void report_view(Ui&, const Workspace&, Requests&, ImVec2 at, ImVec2 size);

}  // namespace app
