#pragma once
// The export dialog: contents, appearance and path of a figure.

#include <string>

#include "app/ui/ui.hpp"

namespace app {

struct FigurePreview;  ///< what the dialog keeps

/// The path up to and including its last slash.
std::string folder_of(const std::string& path);

/// A path beside the sheet, named after the exported entry, "D.svg"; a page, "html", after the sheet.
std::string proposed_path(const Workspace&, const ViewState&, const std::string& ending);

/// first: the dialog has just opened. So for the other dialogs.
void export_dialog(Ui&, const Workspace&, const ViewState&, const HostRequests&, Requests&, bool first);

}  // namespace app
