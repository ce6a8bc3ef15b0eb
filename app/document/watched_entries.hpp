#pragma once
// The entries of a sheet that a watch has found.

#include <cstdint>
#include <set>

#include "app/document/sheet.hpp"
#include "app/document/watch.hpp"

namespace app {

/// After an edit: entries of a watch whose text has changed become ordinary ones; they and the deleted ones are not shown
/// again.
void dismiss_changed(const Sheet& before, Sheet& after, std::set<std::uint64_t>& dismissed);

/// Puts what was found below the sheet's own entries, newest first, without what was dismissed. Entries that stay keep how
/// they are looked at.
void place_watched(Sheet&, const WatchReport&, const std::set<std::uint64_t>& dismissed);

}  // namespace app
