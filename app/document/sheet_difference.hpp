#pragma once
// Where two sheets differ, by the texts of their entries.

#include <cstddef>
#include <vector>

#include "app/document/sheet.hpp"

namespace app {

/// Between the same beginning and the same end, the entries [first, first + removed) of one sheet are [first, first + added) of the other.
struct SheetDifference {
  std::size_t first = 0, removed = 0, added = 0;
  bool none() const { return removed == 0 && added == 0; }
};
SheetDifference difference_between(const Sheet& before, const Sheet& after);

/// Of each entry of `before` where it is in `after`: its number there, -1 if it is gone. Of those between the same beginning and the same
/// end one with the same text is it; of as many as before also the one in its place.
std::vector<int> followed_entries(const Sheet& before, const Sheet& after);

/// The entry of `after` that is shown for the change, 0 where there is none.
int changed_entry(const SheetDifference&, const Sheet& after);

}  // namespace app
