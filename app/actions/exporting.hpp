#pragma once
// What leaves the window: pictures to files, text and pictures to the clipboard.

#include <string>

#include <tl/expected.hpp>

#include "app/state/state.hpp"

namespace app {

/// Opens the dialog for a figure of the selected card or entry.
void ask_export(const Workspace&, ViewState&, FigureKind);
/// The same for a card, to a file with that ending.
void ask_card_export(ViewState&, CardRef, const std::string& ending);
/// What ViewState::exporting says, to that file; several steps go to files beside it. False with a notice when it does not
/// work.
bool export_to(const Workspace&, const ViewState&, HostRequests&, const std::string& path);
/// The entry's card to the desktop's clipboard. False with a notice when it does not work.
bool copy_picture(const Workspace&, const ViewState&, HostRequests&, int entry);
/// Puts text on the clipboard after the frame, or says why there is none.
void copy_text(const ViewState&, HostRequests&, const tl::expected<std::string, std::string>& text);

}  // namespace app
