#pragma once
// The help card that F1 opens beside the part under the pointer.

#include <optional>
#include <string>

#include "app/ui/ui.hpp"

namespace app {

/// State of the help card, and of that over a dialog, kept from frame to frame.
struct HelpCard {
  std::string shown;  ///< topic of the open card; empty: none
  Rect shown_of;
  std::string in_dialog;                   ///< topic of the open card over a dialog; empty: none
  std::string pictured;                    ///< the topic of `picture`
  std::optional<render::Diagram> picture;  ///< of the shown function's example; nullopt if it has none
  CardView picture_view;
};
inline HelpCard& card_of_help(const Ui& ui) { return ui.kept<HelpCard>(); }

void help_card(Ui&, const ViewState&, Requests&);

}  // namespace app
