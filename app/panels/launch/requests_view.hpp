#pragma once
// Every request of a launch as a table in the order of playback. Only the rows in sight are worked out.

#include "app/panels/launch/launch_view.hpp"

namespace app {

void requests_view(const LaunchView&, ImVec2 at, ImVec2 size);

}  // namespace app
