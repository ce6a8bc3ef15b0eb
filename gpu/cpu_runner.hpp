#pragma once
// Runs launches on the CPU, with the same trace as on CUDA.

#include <span>
#include <string>

#include "gpu/launch_shape.hpp"
#include "gpu/runner.hpp"

namespace gpu {

/// Fills `trace` (size launch.elements), and out_of_bounds and first_outside of Touches. Returns false if cancelled.
bool trace_on_cpu(const LaunchShape&, std::span<algebra::TraceRecord> trace, Touches&, Progress&);

std::unique_ptr<Runner> make_cpu_runner(std::string why_not_cuda, Faults = {});

}  // namespace gpu
