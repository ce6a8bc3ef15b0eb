#pragma once
// Turning a sheet's launch settings into a plan that can run.

#include <string>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/document/evaluation.hpp"
#include "gpu/run/launch_plan.hpp"

namespace app {

/// Error: one or two sentences that name the field and say what would work.
tl::expected<gpu::LaunchPlan, algebra::Message> plan(const SheetEvaluator&, const LaunchSettings&);

/// What a launch that came with a link would run, in a sentence.
algebra::Message held_launch_text(const gpu::LaunchPlan&);

}  // namespace app
