#pragma once
// A launch, run on the CPU of the page.

#include <vector>

#include "gpu/launch/report_row.hpp"
#include "gpu/run/launch_plan.hpp"

namespace app {

/// The report: what was touched, the memory's requests, and whether the trace is what the algebra says. Of a launch that is too large to be
/// traced while one types, without what the trace says.
std::vector<gpu::ReportRow> report_rows(const gpu::LaunchPlan&);

}  // namespace app
