#pragma once
// An entry's text field: coloured source under a transparent field of Dear ImGui.

#include "app/panels/sheet/sheet_parts.hpp"

namespace app {

/// The text field of an entry, over its coloured source. True while it has the keyboard.
bool entry_text(Ui&, const Workspace&, const ViewState&, Requests&, int index, const Row&, float y);
const SourceText& source_of(Ui&, const Face&, int index, std::string_view text);

}  // namespace app
