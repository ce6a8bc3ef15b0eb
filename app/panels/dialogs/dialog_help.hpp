#pragma once
// The heading of a dialog with help: its title, a button for its section of the guide, and the card that F1 opens.

#include <string_view>

#include "app/ui/ui.hpp"

namespace app {

struct DialogHelp {
  const char* title;
  std::string_view topic;  ///< topic of the whole dialog; its parts are "topic:part", see help_part; "": none
  const char* page;        ///< as in show_guide
  const char* place;
};

/// Draws the heading. Call this first in the dialog. width: of the dialog's contents.
void dialog_heading(Ui&, Requests&, const DialogHelp&, float width);
/// Declares a part for F1: the area from `from` to the cursor.
void help_part(Ui&, const DialogHelp&, std::string_view part, ImVec2 from, float width);
/// Opens the card of the part under the pointer, else of the dialog, and draws it. Call this last.
void dialog_help_card(Ui&, const ViewState&, Requests&, const DialogHelp&);

}  // namespace app
