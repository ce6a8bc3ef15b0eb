#pragma once
// The source of a launch as the user sees it.

#include <string>

#include "gpu/run/launch_plan.hpp"

namespace gpu {

/// Returns the source of the launch's kernel, followed by that of the kernel that runs a tiled MMA's instruction, if it can be run.
std::string launch_source(const LaunchPlan&);

}  // namespace gpu
