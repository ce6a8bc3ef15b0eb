#pragma once
// The map that is looked at, taken along: as a picture, as a page that plays, as slides.

#include <string>

#include "app/state/state.hpp"

namespace app {

/// Whether there is a map, read, of the block and kernel that are looked at.
bool can_export_map(const Workspace&, const ViewState&);
/// "pipelined-map.svg" beside the sheet; the ending without a dot.
std::string proposed_map_path(const Workspace&, const std::string& ending);

/// Writes the map as a picture or, where the path ends in .html, as a page; or, for a PDF, as slides. The dialog that asked for the path
/// stays open if that fails.
void export_map_asked(const Workspace&, ViewState&, HostRequests&, const std::string& path);
void export_map_slides_asked(const Workspace&, ViewState&, HostRequests&, const std::string& path);

}  // namespace app
