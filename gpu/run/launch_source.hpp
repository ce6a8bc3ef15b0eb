#pragma once
// What a launch runs, as the user sees it.

#include <string>

#include "gpu/run/launch_plan.hpp"

namespace gpu {

/// The source of the launch's kernel, and beneath it that of the kernel that runs a tiled MMA's instruction, if it can be run.
std::string launch_source(const LaunchPlan&);

}  // namespace gpu
