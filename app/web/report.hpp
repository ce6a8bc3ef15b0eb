#pragma once
// Runs a launch on the CPU of the page.

#include <vector>

#include "gpu/launch/report_row.hpp"
#include "gpu/run/launch_plan.hpp"

namespace app {

/// Returns the report: the accessed elements, the memory's requests, and whether the trace agrees with the algebra. A launch that is too
/// large to trace at each keystroke has no rows from the trace.
std::vector<gpu::ReportRow> report_rows(const gpu::LaunchPlan&);

}  // namespace app
