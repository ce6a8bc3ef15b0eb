#include "gpu/run/runner.hpp"

#include "gpu/cuda/cuda_runner.hpp"
#include "gpu/run/cpu_runner.hpp"

namespace gpu {
using algebra::Message;

std::unique_ptr<Runner> Runner::create(Want want, Faults faults) {
  if (want == Want::cpu) return make_cpu_runner("The CPU was chosen.", faults);
  Message why = "There is no CUDA device: launches run on the CPU.";
  if (faults.old_driver) why = "The NVIDIA driver is older than this program's CUDA: launches run on the CPU.";
  else if (!faults.no_device)
    if (auto runner = make_cuda_runner(why, faults)) return runner;
  return make_cpu_runner(std::move(why), faults);
}

MmaReport run_mma(const Runner& runner, const MmaLaunch& launch) {
  auto why = runner.why_not_cuda();
  const auto device = why.empty() ? MmaDevice::create(why) : nullptr;
  return run_mma(launch, device.get(), why);
}

}  // namespace gpu
