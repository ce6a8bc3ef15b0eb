#pragma once
// The question what a figure shows, how it looks and where it goes.

#include <string>

#include "app/ui/ui.hpp"

namespace app {

/// The text before a path's last slash, with the slash.
std::string folder_of(const std::string& path);

/// Beside the sheet, named for what is exported: "D.svg".
std::string proposed_path(const Workspace&, const ViewState&);

void export_dialog(Ui&, const Workspace&, const ViewState&, const HostRequests&, Requests&, bool first);

}  // namespace app
