#pragma once
// Opening, showing, saving and closing documents, with what the window shows of them.

#include <string>

#include "app/state/state.hpp"

namespace app {

/// Shows another open document.
void show_document(Workspace&, ViewState&, int document);
/// In a new tab, unless the active document is untouched.
void start_sheet(Workspace&, ViewState&, Sheet);
/// A sheet that is in no file, or not as it is now, in a tab of its own.
void open_unsaved(Workspace&, ViewState&, Sheet, const std::string& path, int selected_entry);
/// A sheet or a program; the tab of an open file is shown. False with a notice when it cannot be read.
bool open_file(Workspace&, ViewState&, Session&, HostRequests&, const std::string& path);
/// The active document to that file, whatever stands there. False with a notice when it cannot be written.
bool save_file(Workspace&, const ViewState&, Session&, HostRequests&, const std::string& path);

/// Closes the document; asks first when it is not saved.
void request_close(Workspace&, ViewState&, int document);
/// Without asking. The last one leaves an empty sheet.
void close_document(Workspace&, ViewState&, int document);
void reopen_document(Workspace&, ViewState&);
/// Closes the window; asks first when something is not saved.
void request_quit(const Workspace&, ViewState&, HostRequests&);

/// Shows what the active document's watch has found, unless it is paused or the user types in an entry that would move.
/// `typed_in`: that entry; -1: none. True if anything changed.
bool collect_watched(Workspace&, ViewState&, HostRequests&, int typed_in = -1);
/// Shows what was found; the selection stays with its entry.
void show_watched(Workspace&, ViewState&, WatchReport);
/// Makes an ordinary entry of one that a watch found.
void keep_entry(Workspace&, ViewState&, int entry);

}  // namespace app
