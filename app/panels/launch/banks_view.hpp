#pragma once
// Shared memory as 32 banks: the words that each phase of the present request wants, and where they collide.

#include "app/panels/launch/launch_view.hpp"

namespace app {

void banks_view(const LaunchView&, ImVec2 at, ImVec2 size);

}  // namespace app
