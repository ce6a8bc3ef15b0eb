#include "gpu/runner.hpp"

#include "gpu/cpu_runner.hpp"
#include "gpu/cuda/cuda_runner.hpp"

namespace gpu {

std::unique_ptr<Runner> Runner::create(Want want, Faults faults) {
  if (want == Want::cpu) return make_cpu_runner("The CPU was asked for.");
  std::string why = "There is no CUDA device: launches run on the CPU.";
  if (!faults.no_device)
    if (auto runner = make_cuda_runner(why, faults.no_interop)) return runner;
  return make_cpu_runner(std::move(why));
}

}  // namespace gpu
