#pragma once
// Saving with its questions: no file yet, a file that somebody else has written, several sheets before the window closes.

#include <string>

#include "app/state/state.hpp"

namespace app {

/// The active sheet to its file. Asks for one where it has none, and first where another program has changed it since.
void save_or_ask(Workspace&, ViewState&, Session&, HostRequests&);
/// To that file, whatever stands there; then goes on with what the saving was for. False with a message in `notice`.
bool save_and_go_on(Workspace&, ViewState&, Session&, HostRequests&, const std::string& path);
/// Saves ViewState::asked_about one after the other, as far as nothing has to be asked, and then closes the tab or the window
/// that was to be closed.
void save_asked(Workspace&, ViewState&, Session&, HostRequests&);
/// Does not save them, and closes what was to be closed.
void discard_asked(Workspace&, ViewState&, HostRequests&);
/// The file that another program has changed, in place of what is here: an edit, so undo brings that back.
void take_the_files(Workspace&, ViewState&, HostRequests&);
/// Nothing is to be closed any more.
void cancel_asked(ViewState&);

/// Files dropped on the window: a sheet each in its tab; of a program its definitions, of what else is text the layouts found in it, as
/// a sheet of their own.
void open_dropped(Workspace&, ViewState&, Session&, HostRequests&, const std::vector<std::string>& paths);

/// Of the dialogs for paths: the files and folders that could be meant by what is typed so far, folders first and with a
/// slash at the end. Hidden ones where a dot is typed. At most 200. `opening`: sheets and programs only.
std::vector<std::string> path_completions(const std::string& typed, bool opening);
/// As far as all completions agree; what was typed where there are none.
std::string completed_path(const std::string& typed, bool opening);

}  // namespace app
