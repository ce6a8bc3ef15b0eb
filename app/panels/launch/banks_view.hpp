#pragma once
// Shared memory as 32 banks: the words of each phase of the current request, and their conflicts.

#include "app/panels/launch/launch_view.hpp"

namespace app {

void banks_view(const LaunchView&, ImVec2 at, ImVec2 size);

}  // namespace app
