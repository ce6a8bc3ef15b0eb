#pragma once
// Opening, showing, saving and closing documents, and updating the view accordingly.

#include <optional>
#include <string>

#include "app/state/state.hpp"

namespace app {

/// Returns whether there is more than the empty document behind a start page.
bool has_sheet(const Workspace&);
/// Shows an open document.
void show_document(Workspace&, ViewState&, int document);
/// Shows a new document (Workspace::new_document) in a new tab, or in place of an untouched active document.
void add_document(Workspace&, ViewState&, Document);
/// Shows a new document for a sheet without a file. name: Document::name.
void start_sheet(Workspace&, ViewState&, Sheet, std::string name = {});
/// Opens a sheet without a file, or that differs from its file, as an unsaved document. path: its file; empty: none. asks_to_run: as in
/// Document.
void open_unsaved(Workspace&, ViewState&, Sheet, const std::string& path, int selected_entry, bool asks_to_run = false);
/// Puts the summary of a program opened from the command line into its first note, in the window's language.
void translate_program(Workspace&, const ViewState&);
/// Shows a sheet read from a program, with a summary in the status bar. name: the program's file; empty: none.
void show_program(Workspace&, ViewState&, HostRequests&, Sheet, const std::string& name);
/// Reads the active document's program again with this value of a macro; without a value the setting is removed. Edits are kept (see
/// read_program_again). Consecutive edits with the same merge key are one undo step. Shows a notice if the program cannot be read so.
void set_macro(Workspace&, ViewState&, HostRequests&, const std::string& name, const std::optional<std::string>& value,
               const std::string& merge_key);
/// Does the same for a setting in the compiler's notation: NAME, NAME=VALUE, both also with -D, or -U NAME.
void define_macro(Workspace&, ViewState&, HostRequests&, const std::string& setting);
/// Opens a sheet, a program or a link, or shows the file's tab if it is open. Returns false, with a notice, if it cannot be read.
bool open_file(Workspace&, ViewState&, Session&, HostRequests&, const std::string& path);
/// Opens the sheet in a link (see is_sheet_link) as an unsaved document, and asks whether its launch may run. Returns false, with a notice,
/// if there is none.
bool open_link(Workspace&, ViewState&, HostRequests&, const std::string& link);
/// Asks whether the launch of the active document may run, if it waits for permission.
void ask_to_run(const Workspace&, ViewState&);
/// Puts a link to the active document's sheet into the clipboard.
void copy_link(const Workspace&, HostRequests&);
/// Saves the active document to that file, overwriting it. Returns false, with a notice, if it cannot be written.
bool save_file(Workspace&, Session&, HostRequests&, const std::string& path);

/// Closes the document, after a question if it is unsaved.
void request_close(Workspace&, ViewState&, int document);
/// Closes the document without asking. Closing the last one leaves an empty sheet.
void close_document(Workspace&, ViewState&, int document);
/// Reopens the last closed document.
void reopen_document(Workspace&, ViewState&);
/// Closes the window, after a question if a document is unsaved.
void request_quit(const Workspace&, ViewState&, HostRequests&);

/// Shows new finds of the active document's watch, unless it is paused or the user is typing in an entry that would move. typed_in: the
/// entry being typed in; -1: none. Returns true if anything changed.
bool collect_watched(Workspace&, ViewState&, HostRequests&, int typed_in = -1);
/// Shows the report's entries; the selection stays on its entry.
void show_watched(Workspace&, ViewState&, WatchReport);
/// Turns an entry found by a watch into an ordinary one.
void keep_entry(Workspace&, ViewState&, int entry);

}  // namespace app
