#pragma once
// An entry's text field: coloured source beneath a transparent text field of Dear ImGui.

#include "app/panels/sheet/sheet_parts.hpp"

namespace app {

/// Draws the field and its coloured source. True while it has the keyboard.
bool entry_text(Ui&, const Workspace&, const ViewState&, Requests&, int index, const Row&, float y);
/// The tokens and metrics of an entry's text; cached.
const SourceText& source_of(Ui&, const Face&, int index, std::string_view text);

}  // namespace app
