#pragma once
// How a sheet and what a watch finds go together.

#include <cstdint>
#include <set>

#include "app/document/sheet.hpp"

namespace app {

/// After an edit: entries of a watch whose text has changed become ordinary ones, and they and the deleted ones are not
/// to come again.
void dismiss_changed(const Sheet& before, Sheet& after, std::set<std::uint64_t>& dismissed);

}  // namespace app
