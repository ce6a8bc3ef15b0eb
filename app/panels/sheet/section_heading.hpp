#pragma once
// The heading of a section of a program's sheet.

#include "app/document/sections.hpp"
#include "app/ui/ui.hpp"

namespace app {

float section_heading_height(const Ui&);
/// Draws the section's name with the number of its entries and problems. A click folds or unfolds it; the ring at its end shows
/// the section's cards and no others.
void section_heading(Ui&, const Workspace&, const ViewState&, Requests&, const Section&, ImVec2 at, float width);

}  // namespace app
