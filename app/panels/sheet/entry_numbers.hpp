#pragma once
// Editing the numbers in an entry's text by dragging them sideways or by the wheel.

#include "app/panels/sheet/sheet_parts.hpp"

namespace app {

/// Handles dragging, wheel and clicks on the number under the mouse. Call this before the text field, which would take the mouse.
void entry_numbers(Ui&, Requests&, int index, const SourceText&, ImVec2 origin, float left, float right);
/// Handles a step of the wheel over a number. True if there was one.
bool wheel_over_number(Ui&, Requests&, int index, std::size_t number, const algebra::editing::NumberToken&);
/// Sets the number to the value that the drag has reached, merging with the drag's other edits. keep_valid: see drag_number.
void drag_number_to(Requests&, const NumberDrag&, std::int64_t value, bool keep_valid);

}  // namespace app
