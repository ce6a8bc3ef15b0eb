#pragma once
// The launch as the kernel that is compiled and timed.

#include "app/panels/launch/launch_view.hpp"

namespace app {

void source_view(const LaunchView&, ImVec2 at, ImVec2 size);

}  // namespace app
