#pragma once
// Checks how a runner handles a fault: one sentence, and later launches work.

#include <cstdio>
#include <optional>

#include "render/gl/offscreen.hpp"
#include "tests/gpu/cuda_launches.hpp"

namespace gpu_test {

/// Checks a trace into an OpenGL buffer that fails, and the next launch; then a trace into host memory and a copy that
/// fail, and the next ones. `lost`: the fault loses the device. If the driver does not restore it, launches run on the
/// CPU and the runner says why.
inline void check_fault(const char* name, const gpu::Faults& faults, bool lost) {
  CAPTURE(name);
  const auto gl = render::gl::Offscreen::create(64, 64);
  REQUIRE(gl);
  const auto launch = launch_of("(4,32,2):(64,1,32)", 256);
  {
    const auto runner = Runner::create(Want::cuda, faults);
    runner->path_for_current_context();
    const GlBuffer buffer(256);
    std::optional<gpu::Failure> failure;
    if (auto tracing = runner->begin(launch, launch.elements, buffer.name); !tracing) failure = tracing.error();
    else if (const auto whole = (*tracing)->advance(1000); !whole) failure = whole.error();
    REQUIRE(failure);
    std::printf("%s: %s [%s]\n", name, failure->message.text().c_str(), failure->call.c_str());
    CHECK(failure->message.text().ends_with("."));
    CHECK(failure->device_lost == lost);
    if (failure->device_lost) runner->recover();
    const auto path = runner->path_for_current_context();
    std::printf("  then on %s %s\n", runner->device_name().c_str(), runner->why_not_cuda().text().c_str());
    CHECK((path == gpu::Path::cpu) == !runner->why_not_cuda().empty());
    // A new buffer, as the session makes one: the old one may still be mapped.
    const GlBuffer again(256);
    works(*runner, again);
    runner->forget(again.name);
    runner->forget(buffer.name);
  }
  auto twice = faults;
  twice.allocation *= 2;
  twice.kernel *= 2;
  twice.device_lost *= 2;
  const auto runner = Runner::create(Want::cuda, twice);
  std::vector<TraceRecord> trace(256);
  Progress progress;
  if (runner->why_not_cuda().empty()) {
    const auto failed = runner->trace(launch, trace, progress);
    REQUIRE_FALSE(failed);
    CHECK(failed.error().device_lost == lost);
    if (lost) runner->recover();
    if (runner->why_not_cuda().empty()) {
      const auto copied = runner->copy(launch, progress);
      REQUIRE_FALSE(copied);
      CHECK(copied.error().device_lost == lost);
      if (lost) runner->recover();
    }
  } else {
    CHECK(lost);  // otherwise there would be a device
  }
  const auto touches = runner->trace(launch, trace, progress);
  REQUIRE(touches);
  CHECK(touches->once == 256);
  CHECK(runner->copy(launch, progress));
}

}  // namespace gpu_test
