#pragma once
// The start page: where a sheet comes from.

#include <string>
#include <string_view>

#include "app/state/state.hpp"

namespace app {

void show_start_page(ViewState&);
/// Back to the active sheet, if there is more than an untouched one.
void leave_start_page(const Workspace&, ViewState&);

/// A new sheet of one empty entry, which has the keyboard.
void new_sheet(Workspace&, ViewState&);
/// Opens the example that shows all of the window.
void open_starter(Workspace&, ViewState&);
/// The tour, through that example where there is no sheet.
void start_tour(Workspace&, ViewState&);
/// Opens an example; see examples().
void open_example(Workspace&, ViewState&, const std::string& name);
/// A new sheet of copied text: a saved sheet, or expressions, C++ or Python, an entry a line.
void paste_sheet(Workspace&, ViewState&, HostRequests&, const std::string& text);
/// A new sheet, in place of an untouched one, of a saved sheet's or a program's text or of a link: see pasted_lines.
void paste_lines(Workspace&, ViewState&, HostRequests&, const std::string& lines);
/// Gives the keyboard to the selected entry if it is empty, else to a new one below it; on the start page, to a new sheet.
void type_anywhere(Workspace&, ViewState&);

/// The title of a place_to_go_on; "" if it is not there any more.
std::string title_of_place(const std::string& place, Language);
void go_on(Workspace&, ViewState&, Session&, HostRequests&, const std::string& place);

/// The lesson to begin or to go on with: the first that is not solved, else the first.
int next_lesson(const Workspace&);

}  // namespace app
