#pragma once
// Copies real data through a partition on the CPU.

#include <tl/expected.hpp>

#include "gpu/launch/launch_shape.hpp"
#include "gpu/run/runner.hpp"

namespace gpu {

/// Copies as LaunchShape describes, checks the values, and times it against memcpy. Error: not enough memory, or
/// cancelled.
tl::expected<Copied, Failure> copy_on_cpu(const LaunchShape&, Progress&);

}  // namespace gpu
