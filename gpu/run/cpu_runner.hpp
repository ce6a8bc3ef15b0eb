#pragma once
// Runs launches on the CPU, with the same trace as on CUDA.

#include <memory>
#include <string>

#include "algebra/text/message.hpp"
#include "gpu/run/runner.hpp"

namespace gpu {

std::unique_ptr<Runner> make_cpu_runner(algebra::Message why_not_cuda, Faults = {});

}  // namespace gpu
