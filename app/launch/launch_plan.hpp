#pragma once
// The conversion of a sheet's launch settings into a plan that can run.

#include <string>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/document/evaluation.hpp"
#include "gpu/run/launch_plan.hpp"

namespace app {

/// Returns the plan. Error: one or two sentences that name the field and a way that works.
tl::expected<gpu::LaunchPlan, algebra::Message> plan(const SheetEvaluator&, const LaunchSettings&);

/// Returns a sentence with the size of a launch that came with a link and has not run.
algebra::Message held_launch_text(const gpu::LaunchPlan&);

}  // namespace app
