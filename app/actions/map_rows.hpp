#pragma once
// Texts beside the map of a kernel, in rows: findings of the check, the result of a run, and a thread's work.

#include <vector>

#include "app/actions/mapping.hpp"
#include "app/actions/told_rows.hpp"
#include "app/map/map_calls.hpp"
#include "app/map/map_thread.hpp"

namespace app {

/// Returns the call's next moment after the given one, or its first.
std::size_t next_moment(const MapCall&, std::size_t moment);
/// Returns the findings of the check or its progress, and the result of running the block or a link to run it. calls: of the map.
std::vector<ToldRow> finding_rows(const Workspace&, const KernelMap&, const MapView&, const std::vector<MapCall>& calls, const Texts&);
/// Returns the path of the pointed element, from `trail`, and the thread's work, from `facts`; a click on a step goes to its moment.
std::vector<ToldRow> thread_rows(const Workspace&, const KernelMap&, const MapView&, const std::vector<MapFacts>& facts,
                                 const std::vector<MapFacts>& trail, const Texts&);

}  // namespace app
