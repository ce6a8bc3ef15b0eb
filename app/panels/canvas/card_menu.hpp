#pragma once
// The menu of a card.

#include "app/panels/canvas/card.hpp"

namespace app {

/// The popup "card": view settings of the card, exports and copies.
void card_menu(Ui&, const Workspace&, const ViewState&, Requests&, CardRef);

}  // namespace app
