#pragma once
// Linear memory: lines of 128 B and sectors of 32 B, coloured by the threads that touched them, and the current request.

#include "app/panels/launch/launch_view.hpp"

namespace app {

void lines_view(const LaunchView&, ImVec2 at, ImVec2 size);

}  // namespace app
