#pragma once
// The report of a launch, whose parts appear as they become known.

#include "app/panels/launch/launch_view.hpp"

namespace app {

/// Only a GPU's launch is told as what the hardware saw. In the window's language.
const char* report_title(const Ui&);
void report_view(Ui&, const Workspace&, Requests&, ImVec2 at, ImVec2 size);

}  // namespace app
