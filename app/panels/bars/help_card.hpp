#pragma once
// The help card that F1 opens beside the part under the pointer.

#include <optional>
#include <string>

#include "app/ui/ui.hpp"

namespace app {

/// The card as it is kept from frame to frame, and that of a dialog.
struct HelpCard {
  std::string shown;  ///< topic of the open card; empty: none
  Rect shown_of;
  std::string in_dialog;                   ///< topic of the card that is open over a dialog; empty: none
  std::string pictured;                    ///< the topic that `picture` is of
  std::optional<render::Diagram> picture;  ///< of the shown function's example; nothing if it has none
  CardView picture_view;
};
inline HelpCard& card_of_help(const Ui& ui) { return ui.kept<HelpCard>(); }

void help_card(Ui&, const ViewState&, Requests&);

}  // namespace app
