#pragma once
// Terms: what F1 says of a single named thing, such as a row, a field or a chip.

#include "app/ui/ui.hpp"

namespace app {

/// Says for F1 that the thing of that name (in English, as in the source) is drawn in that rectangle, as far as it is in
/// sight. Its topic in assets/help.tsv is "part:name", or ":name" where it means the same in every part of the window; where
/// there is neither, the topic of what it stands in stays.
void help_term(Ui&, std::string_view part, std::string_view name, ImVec2 from, ImVec2 to);

}  // namespace app
