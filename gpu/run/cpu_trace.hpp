#pragma once
// Traces a launch on the CPU with the same result as on CUDA, for every host, with or without OpenGL.

#include <span>
#include <string>

#include "algebra/text/message.hpp"
#include "gpu/launch/launch_shape.hpp"
#include "gpu/run/runner.hpp"

namespace gpu {

/// Fills `trace` (size launch.elements), and out_of_bounds and first_outside of Touches. Returns false if cancelled.
bool trace_on_cpu(const LaunchShape&, std::span<algebra::TraceRecord> trace, Touches&, Progress&);

/// Makes the whole trace of a launch on the CPU; for TMA also the predicted effect of its instructions, and `why_not`: why no hardware ran
/// it. Cancelled: a Failure with an empty message.
tl::expected<Touches, Failure> traced_on_cpu(const Launch&, std::span<algebra::TraceRecord> trace, Progress&,
                                             const algebra::Message& why_not);

}  // namespace gpu
