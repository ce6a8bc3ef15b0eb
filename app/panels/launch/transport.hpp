#pragma once
// Playback controls of the launch: back, play, forward, loop, slider, step and speed.

#include "app/panels/launch/launch_view.hpp"

namespace app {

void transport(const LaunchView&, ImVec2 at, float width);

}  // namespace app
