#pragma once
// The source of the launch's kernel, which is compiled and timed.

#include "app/panels/launch/launch_view.hpp"

namespace app {

void source_view(const LaunchView&, ImVec2 at, ImVec2 size);

}  // namespace app
