#pragma once
// What the window shows: the pointer, the inspector, dialogs, the tour and help.

#include <string>

#include "app/state/state.hpp"

namespace app {

void hover_element(ViewState&, const Element&);
void show_inspector_tab(ViewState&, InspectorTab);
void show_step(ViewState&, int step);
void show_dialect(ViewState&, algebra::code::Dialect);
void show_parameters(ViewState&, bool);

void open_dialog(ViewState&, Dialog);
void close_dialog(ViewState&);
/// Opens the file in place of the dialog that asked for it; the dialog stays where it cannot be read.
void open_asked(Workspace&, ViewState&, Session&, HostRequests&, const std::string& path);
/// Exports in place of the dialog that asked where to; it stays where that does not work.
void export_asked(const Workspace&, ViewState&, HostRequests&, const std::string& path);
void set_exporting(ViewState&, const ExportSettings&);

/// F1 has been answered; `nothing`: there is no help for what is under the pointer, so all keys are shown.
void help_shown(ViewState&, bool nothing);
/// From 0; -1: ends the tour.
void show_tour(ViewState&, Session&, int step);

}  // namespace app
