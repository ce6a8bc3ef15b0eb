#pragma once
// Launches on the first CUDA device.

#include <memory>
#include <string>

#include "gpu/runner.hpp"

namespace gpu {

/// Null where there is no device that works, with the reason in `why`.
std::unique_ptr<Runner> make_cuda_runner(std::string& why, const Faults&);

}  // namespace gpu
