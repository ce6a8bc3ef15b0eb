#pragma once
// Completions while typing: matching names, and the signature of the call around the cursor.

#include "app/panels/sheet/sheet_parts.hpp"

namespace app {

/// Updates the offer for the text and the cursor. Call this before draw_offer.
void follow_typing(Ui&, const Workspace&, int index, const std::string& text, std::size_t cursor, bool edited);
/// Chooses a row of the offer by the keys.
void choose_offer(const Ui&);
/// Accepts a row of the offer: replaces the typed letters by it.
void take_offer(Ui&, Requests&, int row);
/// Draws the completions and the help on the call, below the row being typed in.
void draw_offer(Ui&, const Workspace&, const ViewState&, Requests&);

}  // namespace app
