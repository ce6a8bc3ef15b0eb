#pragma once
// Paths that are proposed for exported figures.

#include <string>

#include "app/state/view_state.hpp"
#include "app/state/workspace.hpp"

namespace app {

/// The path without its ending.
std::string stem_of(const std::string& path);
/// The path up to and including its last slash.
std::string folder_of(const std::string& path);

/// A path beside the sheet, named after the exported entry, "D.svg"; a page, "html", after the sheet.
std::string proposed_path(const Workspace&, const ViewState&, const std::string& ending);

}  // namespace app
