#pragma once
// The trace of a launch on the CPU, the same as on CUDA: every host has it, with OpenGL or without.

#include <span>
#include <string>

#include "algebra/text/message.hpp"
#include "gpu/launch/launch_shape.hpp"
#include "gpu/run/runner.hpp"

namespace gpu {

/// Fills `trace` (size launch.elements), and out_of_bounds and first_outside of Touches. Returns false if cancelled.
bool trace_on_cpu(const LaunchShape&, std::span<algebra::TraceRecord> trace, Touches&, Progress&);

/// The whole trace of a launch on the CPU. Of one by TMA also what its instructions would do, and `why_not`: why no hardware did it.
/// Cancelled: a Failure with an empty message.
tl::expected<Touches, Failure> traced_on_cpu(const Launch&, std::span<algebra::TraceRecord> trace, Progress&,
                                             const algebra::Message& why_not);

}  // namespace gpu
