#pragma once
// Opens and closes the dialog of ViewState::dialog.

#include <string>

#include "app/ui/ui.hpp"

namespace app {

/// State of the dialog that is open, whichever it is.
struct DialogParts {
  Dialog shown = Dialog::none;  ///< the dialog that ImGui has open
  std::string text;             ///< of its field
};
inline DialogParts& dialog_of(const Ui& ui) { return ui.kept<DialogParts>(); }

void dialogs(Ui&, const State&, Requests&);

}  // namespace app
