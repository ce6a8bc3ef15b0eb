#pragma once
// F1: a card beside the part under the pointer that says what it is.

#include "app/panels/help.hpp"

namespace app {

/// Says for F1 that the thing of that name (in English, as in the source) is drawn in that rectangle, as far as it is in
/// sight. Its topic in assets/help.tsv is "part:name", or ":name" where it means the same in every part of the window; where
/// there is neither, the topic of what it stands in stays.
void help_term(Ui&, std::string_view part, std::string_view name, ImVec2 from, ImVec2 to);
void help_card(Ui&, const ViewState&, Requests&);

}  // namespace app
