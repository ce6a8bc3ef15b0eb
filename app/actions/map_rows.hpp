#pragma once
// What is said beside the map of a kernel, in rows: what the check found, what came of running it, and what a thread does.

#include <vector>

#include "app/actions/mapping.hpp"
#include "app/actions/told_rows.hpp"
#include "app/map/map_calls.hpp"
#include "app/map/map_thread.hpp"

namespace app {

/// The next moment of a call after that one, or its first.
std::size_t next_moment(const MapCall&, std::size_t moment);
/// What the check found, or how far it is, and what came of running the block, or how it can be run. calls: of the map.
std::vector<ToldRow> finding_rows(const Workspace&, const KernelMap&, const MapView&, const std::vector<MapCall>& calls, const Texts&);
/// Where what is pointed at goes, by `trail`, and what the thread does, by `facts`; a click on a step goes to its moment.
std::vector<ToldRow> thread_rows(const Workspace&, const KernelMap&, const MapView&, const std::vector<MapFacts>& facts,
                                 const std::vector<MapFacts>& trail, const Texts&);

}  // namespace app
