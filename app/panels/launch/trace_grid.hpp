#pragma once
// The trace on the tensor's grid: the first thread that touched each element, read by the shader from the trace's buffer.

#include "app/panels/launch/launch_view.hpp"

namespace app {

/// Returns the width that the grid took.
float trace_grid(const LaunchView&, ImVec2 at, ImVec2 room);

}  // namespace app
