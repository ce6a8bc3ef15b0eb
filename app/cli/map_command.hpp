#pragma once
// `cutescope export FILE.cu --figure map`: the map of a kernel as a picture, as a page that plays, or as slides.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algebra/text/message.hpp"

#include "app/cli/export_command.hpp"
#include "app/tools/tool.hpp"

namespace app {

/// Whose map, and what is lit in it.
struct MapRequest {
  std::string kernel;  ///< the first whose name has this in it; "": the first
  std::size_t thread = 0;
  std::optional<std::int64_t> k_tile;
};

/// An option that a map does not have, or one of a map where none is drawn, in a sentence; "" if there is none. given: the names of all
/// that were given. out: the path that is written.
algebra::Message misplaced_map_option(const std::vector<std::string>& given, const std::string& out, bool is_map);

/// Returns the exit status.
int export_map(const ExportRequest&, const MapRequest&, Report&, ToolHost&);

}  // namespace app
