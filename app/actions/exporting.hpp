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
/// Opens it for a card; `ending` is the proposed file format: "svg", "png", ...
void ask_card_export(ViewState&, CardRef, const std::string& ending);
/// Exports the figure that ViewState::exporting describes, or a page where the path is one's: see is_page_path. Several steps
/// become numbered files: see numbered_path. False, with a notice, on failure.
bool export_to(const Workspace&, const ViewState&, HostRequests&, const std::string& path);
/// The whole path of what is typed: "~" is the user's folder, and what begins with no "/" is in the folder that the program runs in.
std::string export_path(const std::string& typed);
/// The files that export_to would write there.
std::vector<std::string> exported_files(const Workspace&, const ViewState&, const std::string& path);
/// Copies the entry's card to the clipboard as a picture. False, with a notice, on failure.
bool copy_picture(const Workspace&, const ViewState&, HostRequests&, int entry);
/// Puts the text on the clipboard after the frame, or shows the error as a notice.
void copy_text(HostRequests&, const tl::expected<std::string, algebra::Message>& text);

/// "The card": what the dialog calls such a figure, in English.
const char* title_of(FigureKind);

}  // namespace app
