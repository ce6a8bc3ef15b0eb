#pragma once
// The start page, and the ways to begin a sheet.

#include <string>
#include <string_view>

#include "app/state/state.hpp"

namespace app {

void show_start_page(ViewState&);
/// Returns to the active sheet, unless there is only an untouched one.
void leave_start_page(const Workspace&, ViewState&);

/// Starts a sheet with one empty entry, which gets keyboard focus.
void new_sheet(Workspace&, ViewState&);
/// Opens the example that shows all of the window.
void open_starter(Workspace&, ViewState&);
/// Starts the tour, with that example if there is no sheet.
void start_tour(Workspace&, ViewState&);
/// Opens an example; see examples().
void open_example(Workspace&, ViewState&, const std::string& name);
/// Starts a sheet from copied text: a saved sheet, or expressions, C++ or Python, one entry per line.
void paste_sheet(Workspace&, ViewState&, HostRequests&, const std::string& text);
/// Starts a sheet, in place of an untouched one, from a saved sheet's or a program's text or from a link: see pasted_lines.
void paste_lines(Workspace&, ViewState&, HostRequests&, const std::string& lines);
/// Gives keyboard focus to the selected entry if it is empty, else to a new one below it; on the start page, to a new sheet.
void type_anywhere(Workspace&, ViewState&);

/// Returns the title of a place_to_go_on; "" if it does not exist any more.
std::string title_of_place(const std::string& place, Language);
void go_on(Workspace&, ViewState&, Session&, HostRequests&, const std::string& place);

/// Returns the lesson to begin or continue: the first that is not solved, else the first.
int next_lesson(const Workspace&);

}  // namespace app
