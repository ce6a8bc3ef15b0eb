#pragma once
// Numbers in an entry's text are handles: drag them sideways, turn the wheel over them.

#include "app/panels/sheet/sheet_parts.hpp"

namespace app {

/// Numbers under the pointer: dragged, stepped with the wheel, or clicked. Before the text field, whose mouse they take.
void entry_numbers(Ui&, Requests&, int index, const SourceText&, ImVec2 origin, float left, float right);
/// One step of the wheel over a number. True if there was one.
bool wheel_over_number(Ui&, Requests&, int index, std::size_t number, const algebra::editing::NumberToken&);
/// What a drag has come to: edits with its key. `keep_valid`: only values with which the entry works.
void drag_number_to(Requests&, const NumberDrag&, std::int64_t value, bool keep_valid);

}  // namespace app
