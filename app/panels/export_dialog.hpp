#pragma once
// The question what a figure shows, how it looks and where it goes.

#include <string>

#include "app/ui/ui.hpp"

namespace app {

/// The text before a path's last slash, with the slash.
std::string folder_of(const std::string& path);

/// Beside the sheet, named for what is exported: "D.svg".
std::string proposed_path(const App&);

void export_dialog(Ui&, const App&, Actions&, bool first);

}  // namespace app
