#pragma once
// Compares two sheets by the texts of their entries.

#include <cstddef>
#include <vector>

#include "app/document/sheet.hpp"

namespace app {

/// The difference of two sheets. Between equal beginnings and equal ends, the entries [first, first + removed) of one sheet correspond to
/// [first, first + added) of the other.
struct SheetDifference {
  std::size_t first = 0, removed = 0, added = 0;
  bool none() const { return removed == 0 && added == 0; }
};
SheetDifference difference_between(const Sheet& before, const Sheet& after);

/// Returns the entry of `after` for each entry of `before`, -1 if it was removed. An entry of the changed part is matched by its text; if
/// that part has as many entries as before, otherwise by its place.
std::vector<int> followed_entries(const Sheet& before, const Sheet& after);

/// Returns the entry of `after` to display for the change; 0 if there is none.
int changed_entry(const SheetDifference&, const Sheet& after);

}  // namespace app
