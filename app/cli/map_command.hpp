#pragma once
// `cutescope export FILE.cu --figure map`: the map of a kernel as a picture, as a page that plays, or as slides.

#include <string>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/cli/export_command.hpp"
#include "app/tools/kernel_file.hpp"
#include "app/tools/tool.hpp"

namespace app {

/// An option that a map does not have, or one of a map where none is drawn, in a sentence; "" if there is none. given: the names of all
/// that were given. out: the path that is written.
algebra::Message misplaced_map_option(const std::vector<std::string>& given, const std::string& out, bool is_map);

/// Writes the map to the request's output. Returns the exit status.
int export_map(const ExportRequest&, const MapRequest&, Report&, ToolHost&);

}  // namespace app
