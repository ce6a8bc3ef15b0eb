#pragma once
// What a card's menu offers: how it is shown, and where it can go.

#include "app/panels/canvas/card.hpp"

namespace app {

/// The popup "card": how the card is shown, and where it can go.
void card_menu(Ui&, const Workspace&, const ViewState&, Requests&, CardRef);

}  // namespace app
