#pragma once
// What is offered while one types: names that fit, and the signature of the call around the cursor.

#include "app/panels/sheet/sheet_parts.hpp"

namespace app {

/// Follows what is typed; before the popup is drawn.
void follow_typing(Ui&, const Workspace&, int index, const std::string& text, std::size_t cursor, bool edited);
/// Takes a row of the offer: the text with it in place of the letters.
void take_offer(Ui&, Requests&, int row);
/// The list of completions and the help on the call, below the row that is typed in.
void draw_offer(Ui&, const Workspace&, const ViewState&, Requests&);

}  // namespace app
