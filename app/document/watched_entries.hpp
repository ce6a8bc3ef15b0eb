#pragma once
// Entries of a sheet for the finds of a watch.

#include <cstdint>
#include <set>

#include "app/document/sheet.hpp"
#include "app/document/watch.hpp"

namespace app {

/// Turns finds whose text an edit has changed into ordinary entries, and adds them and deleted finds to `dismissed`.
void dismiss_changed(const Sheet& before, Sheet& after, std::set<std::uint64_t>& dismissed);

/// Lists the finds below the sheet's own entries, newest first, without the dismissed ones; finds of one function of the program stand
/// together under a heading, after those without a function. Entries listed before keep their view settings.
void place_watched(Sheet&, const WatchReport&, const std::set<std::uint64_t>& dismissed);

}  // namespace app
