#pragma once
// The trace as the tensor's grid: who touched each element, straight from the trace's buffer.

#include "app/panels/launch/launch_view.hpp"

namespace app {

/// Returns the width that the grid took.
float trace_grid(const LaunchView&, ImVec2 at, ImVec2 room);

}  // namespace app
