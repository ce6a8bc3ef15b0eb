#pragma once
// Linear memory: 128 B lines and 32 B sectors, coloured by who touched them, and what the present request asks for.

#include "app/panels/launch/launch_view.hpp"

namespace app {

void lines_view(const LaunchView&, ImVec2 at, ImVec2 size);

}  // namespace app
