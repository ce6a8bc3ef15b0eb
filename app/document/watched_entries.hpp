#pragma once
// The entries of a sheet that were found by a watch.

#include <cstdint>
#include <set>

#include "app/document/sheet.hpp"
#include "app/document/watch.hpp"

namespace app {

/// After an edit: turns finds whose text has changed into ordinary entries, and adds them and deleted finds to `dismissed`.
void dismiss_changed(const Sheet& before, Sheet& after, std::set<std::uint64_t>& dismissed);

/// Lists the finds below the sheet's own entries, newest first, without the dismissed ones; those of one function of the program together,
/// which has a heading then, behind those of none. Entries listed before keep their
/// view settings.
void place_watched(Sheet&, const WatchReport&, const std::set<std::uint64_t>& dismissed);

}  // namespace app
