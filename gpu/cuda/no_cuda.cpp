// For builds without the CUDA Toolkit.

#include "gpu/cuda/cuda_runner.hpp"
#include "gpu/mma/mma_run.hpp"
#include "gpu/replay/replay.hpp"
#include "gpu/tma/tma.hpp"

namespace gpu {

std::unique_ptr<Runner> make_cuda_runner(algebra::Message& why, const Faults&) {
  why = "This program was built without the CUDA Toolkit: launches run on the CPU.";
  return nullptr;
}

std::unique_ptr<MmaDevice> MmaDevice::create(algebra::Message& why) {
  why = "This program was built without the CUDA Toolkit.";
  return nullptr;
}

std::unique_ptr<TmaDevice> TmaDevice::create(algebra::Message& why) {
  why = "This program was built without the CUDA Toolkit.";
  return nullptr;
}

std::unique_ptr<ReplayDevice> ReplayDevice::create(algebra::Message& why) {
  why = "This program was built without the CUDA Toolkit.";
  return nullptr;
}

}  // namespace gpu
