#pragma once
// The report of a launch in rows, whose parts appear as they become known.

#include <vector>

#include "app/actions/told_rows.hpp"
#include "gpu/run/launch_plan.hpp"
#include "gpu/run/report.hpp"

namespace app {

/// What the launch touched, what memory is asked for, and how long it took. busy: more is being found out.
std::vector<ToldRow> report_rows(const gpu::LaunchPlan&, const gpu::Report&, bool busy, const Texts&);

}  // namespace app
