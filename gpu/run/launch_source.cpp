#include "gpu/run/launch_source.hpp"

#include <fmt/format.h>

#include "gpu/launch/kernel_source.hpp"
#include "gpu/mma/mma_work.hpp"

namespace gpu {
using algebra::Message;

std::string launch_source(const LaunchPlan& plan) {
  auto text = kernel_source(plan.shape);
  const auto work = plan.mma ? mma_work(*plan.mma) : tl::unexpected(Message());
  if (!work) return text;
  text += fmt::format("\n// Runs {} for every atom of the tile; its registers are compared with what the layouts say.\n",
                      ptx_of(work->instruction));
  return text + mma_source(work->instruction, work->traits(), work->threads);
}

}  // namespace gpu
