#pragma once
// The table of all requests of a launch, in the order of playback. Only visible rows are computed.

#include "app/panels/launch/launch_view.hpp"

namespace app {

void requests_view(const LaunchView&, ImVec2 at, ImVec2 size);

}  // namespace app
