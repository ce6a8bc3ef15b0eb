#pragma once
// The facts of an element of a sheet that no window or page keeps links and a launch of.

#include <vector>

#include "app/document/facts.hpp"

namespace app {

/// As element_facts, with the sheet's links and launch found for this once.
std::vector<Fact> sheet_element_facts(const Sheet&, const SheetEvaluator&, const Element&);

}  // namespace app
