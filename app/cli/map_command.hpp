#pragma once
// `cutescope export FILE.cu --figure map`: the map of a kernel as a picture, as a page that plays, or as slides.

#include "app/cli/export_command.hpp"
#include "app/tools/kernel_file.hpp"
#include "app/tools/tool.hpp"

namespace app {

/// Writes the map to the request's output. Returns the exit status.
int export_map(const ExportRequest&, const MapRequest&, Report&, ToolHost&);

}  // namespace app
