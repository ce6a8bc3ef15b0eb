#pragma once
// The report of a launch in rows, whose parts appear as they become known.

#include <vector>

#include "app/actions/told_rows.hpp"
#include "gpu/run/launch_plan.hpp"
#include "gpu/run/report.hpp"

namespace app {

/// Returns the accesses of the launch, its requests to memory, and its time. busy: more results are on the way.
std::vector<ToldRow> report_rows(const gpu::LaunchPlan&, const gpu::Report&, bool busy, const Texts&);

}  // namespace app
