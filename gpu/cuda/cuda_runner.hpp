#pragma once
// Launches on the first CUDA device.

#include <memory>
#include <string>

#include "gpu/runner.hpp"

namespace gpu {

/// Null where there is no device, with the reason in `why`. refuse_interop: as on a display of another GPU, for tests.
std::unique_ptr<Runner> make_cuda_runner(std::string& why, bool refuse_interop);

}  // namespace gpu
