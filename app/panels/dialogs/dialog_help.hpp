#pragma once
// The heading of a dialog with help: its title, the way to its section of the guide, and the card that F1 opens.

#include <string_view>

#include "app/ui/ui.hpp"

namespace app {

struct DialogHelp {
  const char* title;
  std::string_view topic;  ///< of the whole dialog; parts of it are "topic:part", see help_part; "": none
  const char* page;        ///< as show_guide takes them
  const char* place;
};

/// Call this first in the dialog. width: of what stands in it.
void dialog_heading(Ui&, Requests&, const DialogHelp&, float width);
/// Declares for F1 what is drawn from there on to the cursor.
void help_part(Ui&, const DialogHelp&, std::string_view part, ImVec2 from, float width);
/// Opens the card of what the pointer is over, else of the dialog, and draws it. Call this last.
void dialog_help_card(Ui&, const ViewState&, Requests&, const DialogHelp&);

}  // namespace app
