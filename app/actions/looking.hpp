#pragma once
// The contents of the window: the hovered element, the inspector, dialogs, the tour and help.

#include <string>

#include "app/state/state.hpp"

namespace app {

void hover_element(ViewState&, const Element&);
void show_step(ViewState&, int step);
void show_dialect(ViewState&, algebra::code::Dialect);

void open_dialog(ViewState&, Dialog);
void close_dialog(ViewState&);
/// Opens the file selected in the dialog and closes the dialog, which stays open if the file cannot be read.
void open_asked(Workspace&, ViewState&, Session&, HostRequests&, const std::string& path);
/// Exports to the path selected in the dialog and closes the dialog, which stays open if the export fails.
void export_asked(const Workspace&, ViewState&, HostRequests&, const std::string& path);
void set_exporting(ViewState&, const ExportSettings&);
void set_layout_question(ViewState&, const LayoutQuestion&);
void set_table_question(ViewState&, const TableQuestion&);

/// Records that F1 was handled. nothing: there is no help for the part under the pointer, so the dialog of all keys opens.
void help_shown(ViewState&, bool nothing);
/// Opens the guide. page: as in guide_pages(); place: an anchor of a heading, or a function's name; "": the page's beginning.
void show_guide(ViewState&, const std::string& page, const std::string& place);
/// Shows a step of the tour, from 0; -1: ends it.
void show_tour(ViewState&, int step);

}  // namespace app
