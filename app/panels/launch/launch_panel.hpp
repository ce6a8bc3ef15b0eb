#pragma once
// The GPU panel: the launch, its trace and playback, memory, and the report.

#include "app/panels/launch/launch_view.hpp"

namespace app {

/// The memory tabs beside the trace's grid.
void memory_views(const LaunchView&, ImVec2 at, ImVec2 size);
void launch_panel(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, ImVec2 size);

}  // namespace app
