#pragma once
// Runs launches on the first CUDA device.

#include <memory>
#include <string>

#include "algebra/text/message.hpp"
#include "gpu/run/runner.hpp"

namespace gpu {

/// Makes a runner; null if no CUDA device works, with the reason in `why`.
std::unique_ptr<Runner> make_cuda_runner(algebra::Message& why, const Faults&);

}  // namespace gpu
