#pragma once
// A launch, run on the CPU of the page.

#include <string>
#include <utility>
#include <vector>

#include "gpu/run/launch_plan.hpp"

namespace app {

/// Labels and values of the report, in English: what was touched, the memory's requests, and whether the trace is what the algebra says.
/// A launch that is too large to be traced while one types has no such lines.
std::vector<std::pair<std::string, std::string>> report_rows(const gpu::LaunchPlan&);

}  // namespace app
