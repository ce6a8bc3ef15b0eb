#pragma once
// The help card that F1 opens beside the part under the pointer.

#include "app/ui/ui.hpp"

namespace app {

/// Declares for F1 that the visible part of that rectangle shows the term `name` (in English). Its topic in assets/help.tsv is
/// "part:name", or ":name" if it means the same everywhere; without either, the topic of the surrounding part remains.
void help_term(Ui&, std::string_view part, std::string_view name, ImVec2 from, ImVec2 to);
void help_card(Ui&, const ViewState&, Requests&);

}  // namespace app
