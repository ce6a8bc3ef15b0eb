#pragma once
// Real data moved through a partition, on the CPU.

#include <tl/expected.hpp>

#include "gpu/launch_shape.hpp"
#include "gpu/runner.hpp"

namespace gpu {

/// Copies as `Walk` says, checks every value, and times it beside memcpy. Error: no room for the data, or cancelled.
tl::expected<Copied, Failure> copy_on_cpu(const LaunchShape&, Progress&);

}  // namespace gpu
