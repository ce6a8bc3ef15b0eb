#pragma once
// Exports the shown map: as a picture, as a page that plays, as slides.

#include <string>

#include "app/state/state.hpp"

namespace app {

/// Returns whether the map of the selected block and kernel has been read.
bool can_export_map(const Workspace&, const ViewState&);
/// Returns "pipelined-map.svg" next to the sheet. ending: without a dot.
std::string proposed_map_path(const Workspace&, const std::string& ending);

/// Writes the map as a picture or, if the path ends in .html, as a page; or, for a PDF, as slides. The dialog stays open on failure.
void export_map_asked(const Workspace&, ViewState&, HostRequests&, const std::string& path);
void export_map_slides_asked(const Workspace&, ViewState&, HostRequests&, const std::string& path);

}  // namespace app
