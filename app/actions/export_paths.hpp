#pragma once
// Suggested paths for exported figures.

#include <string>

#include "app/state/view_state.hpp"
#include "app/state/workspace.hpp"

namespace app {

/// Returns the path without its extension.
std::string stem_of(const std::string& path);
/// Returns the path up to and including its last slash.
std::string folder_of(const std::string& path);

/// Returns a path next to the sheet, named after the exported entry, "D.svg"; a page ("html") is named after the sheet.
std::string proposed_path(const Workspace&, const ViewState&, const std::string& ending);

}  // namespace app
