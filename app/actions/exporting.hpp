#pragma once
// Exporting figures to files, and copying text and pictures to the clipboard.

#include <string>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/state/state.hpp"

namespace app {

/// Opens the export dialog for a figure of the selected card or entry.
void ask_export(const Workspace&, ViewState&, FigureKind);
/// Opens it for an interactive page of the canvas.
void ask_page_export(ViewState&);
/// Opens it for a card. `ending`: the suggested file format: "svg", "png", ...
void ask_card_export(ViewState&, CardRef, const std::string& ending);
/// Exports the figure that ViewState::exporting describes, or a page if the path is one's (see is_page_path). Several steps become numbered
/// files: see numbered_path. Returns false, with a notice, on failure.
bool export_to(const Workspace&, const ViewState&, HostRequests&, const std::string& path);
/// Returns the full path of a typed one: "~" is the user's folder, and relative paths start in the working directory.
std::string export_path(const std::string& typed);
/// Returns the files that export_to would write.
std::vector<std::string> exported_files(const Workspace&, const ViewState&, const std::string& path);
/// Copies the entry's card to the clipboard as a picture. Returns false, with a notice, on failure.
bool copy_picture(const Workspace&, const ViewState&, HostRequests&, int entry);
/// Copies the text to the clipboard after the frame, or shows the error as a notice.
void copy_text(HostRequests&, const tl::expected<std::string, algebra::Message>& text);

/// Returns the dialog's title of a figure in English: "The card".
const char* title_of(FigureKind);

}  // namespace app
