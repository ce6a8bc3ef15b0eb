#pragma once
// The facts of an element of a sheet, for hosts that keep no links and launch of the sheet.

#include <vector>

#include "app/document/facts.hpp"

namespace app {

/// Returns element_facts, with the sheet's links and launch computed for this call only.
std::vector<Fact> sheet_element_facts(const Sheet&, const SheetEvaluator&, const Element&);

}  // namespace app
