#pragma once
// Saving with its dialogs: a document without a file, a file changed by another program, unsaved documents on closing.

#include <string>

#include "app/state/state.hpp"

namespace app {

/// Saves the active sheet to its file. Asks for a path if it has none, and asks before overwriting changes of another program.
void save_or_ask(Workspace&, ViewState&, Session&, HostRequests&);
/// Saves to that file, overwriting it, and continues with ViewState::after_save. Returns false, with a notice, on failure.
bool save_and_go_on(Workspace&, ViewState&, Session&, HostRequests&, const std::string& path);
/// Saves the documents of ViewState::asked_about one by one, until one needs a dialog. After the last, closes the tab or window by
/// ViewState::after_save.
void save_asked(Workspace&, ViewState&, Session&, HostRequests&);
/// Closes the tab or window without saving the documents of ViewState::asked_about.
void discard_asked(Workspace&, ViewState&, HostRequests&);
/// Replaces the active sheet by its file's present content, in an edit that undo reverts.
void take_the_files(Workspace&, ViewState&, HostRequests&);
/// Cancels the pending close or quit.
void cancel_asked(ViewState&);

/// Opens files dropped on the window, each in a tab: a sheet, the definitions of a program, or the layouts found in any other text.
void open_dropped(Workspace&, ViewState&, Session&, HostRequests&, const std::vector<std::string>& paths);

/// Returns completions of a typed path, at most 200: folders first, each with a trailing slash, then files. Hidden ones only after a dot.
/// opening: lists only sheets and programs among the files.
std::vector<std::string> path_completions(const std::string& typed, bool opening);
/// Returns the common prefix of all completions; `typed` if there are none.
std::string completed_path(const std::string& typed, bool opening);

}  // namespace app
