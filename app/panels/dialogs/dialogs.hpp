#pragma once
// Opens and closes the dialog of ViewState::dialog.

#include <string>

#include "app/ui/ui.hpp"

namespace app {

/// State of the open dialog.
struct DialogParts {
  Dialog shown = Dialog::none;  ///< the dialog that ImGui has open
  std::string text;             ///< of its text field
};
inline DialogParts& dialog_of(const Ui& ui) { return ui.kept<DialogParts>(); }

void dialogs(Ui&, const State&, Requests&);

// The browser of hardware atoms and layouts of shared memory: a search field, filters, and a list.
void atoms_dialog(Ui&, Requests&, bool first);

// The export dialog: contents, appearance and path of a figure.
struct FigurePreview;  ///< the dialog's state

/// first: the dialog has just opened. The same for the other dialogs.
void export_dialog(Ui&, const Workspace&, const ViewState&, const HostRequests&, Requests&, bool first);

// The finder: accesses to a tile, candidate layouts, and the best of them.
struct FinderView;  ///< the dialog's state

void find_dialog(Ui&, const Workspace&, const ViewState&, Requests&, bool first);

// The guide and reference in the window: the pages of docs/, with a search over all of them.
void guide_dialog(Ui&, const ViewState&, Requests&, bool first);

// A pasted table of indices, and the layout inferred from it.
void infer_dialog(Ui&, const Workspace&, const ViewState&, Requests&, bool first);

// Checks whether a producer's scales are where a kernel reads them, with a picture of both.
void scales_dialog(Ui&, const ViewState&, Requests&, bool first);

// A tool of app/tools: a form generated from its record, and its answer.
struct ToolView;  ///< the dialog's state

void tool_dialog(Ui&, const Workspace&, const ViewState&, Requests&, bool first);

// The dialog of all keys and mouse actions, in two columns.
void keys_dialog(Ui&, Requests&, bool first);

// The dialog of the command palette: a search field and its results.
void palette_dialog(Ui&, const State&, Requests&, bool first);

// The built-in file dialog, for desktops without one: a path field with completion, and the contents of its folder.
void path_dialog(Ui&, const Workspace&, const ViewState&, const HostRequests&, Requests&, bool first);

// Dialogs that ask for a decision: see decision_of.
void question_dialog(Ui&, const State&, Requests&, bool first);

}  // namespace app
