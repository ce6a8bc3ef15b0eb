// CUDA traces, copied and through OpenGL, against the CPU. CUTESCOPE_ROUNDS random launches each (300 without).

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <optional>
#include <random>
#include <thread>

#include "gpu/run/runner.hpp"
#include "render/gl/offscreen.hpp"
#include "tests/gpu/cuda_launches.hpp"

using namespace gpu;
using namespace gpu_test;

TEST_CASE("CUDA's trace in host memory is the CPU's, byte for byte") {
  if (!has_device()) return;
  const auto runner = Runner::create(Want::cuda);
  std::mt19937 random(5);
  int equal = 0;
  for (int round = 0; round < rounds(); ++round) {
    const auto launch = any_launch(random, round);
    std::vector<TraceRecord> trace(static_cast<std::size_t>(launch.elements));
    Progress progress;
    const auto touches = runner->trace(launch, trace, progress);
    REQUIRE(touches);
    const auto expected = on_cpu(launch);
    REQUIRE(same(trace, expected.trace));
    check_touches(*touches, expected.touches);
    // Cut short, as the memory budget does: the same records, and the accesses beyond them are not out of bounds.
    std::vector<TraceRecord> part(trace.size() / 2 + static_cast<std::size_t>(round % 2));
    part.resize(std::min(part.size(), trace.size()));
    const auto of_part = runner->trace(launch, part, progress);
    REQUIRE(of_part);
    REQUIRE(std::equal(part.begin(), part.end(), expected.trace.begin()));
    REQUIRE(of_part->traced() == std::ssize(part));
    REQUIRE(of_part->out_of_bounds == expected.touches.out_of_bounds);
    REQUIRE(of_part->predicated == expected.touches.predicated);
    ++equal;
  }
  std::printf("%s: %d of %d random launches equal to the CPU's trace (host memory)\n", runner->device_name().c_str(), equal, rounds());
}

TEST_CASE("interop and copied traces in an OpenGL buffer are the CPU's, byte for byte") {
  if (!has_device()) return;
  const auto gl = render::gl::Offscreen::create(64, 64);
  REQUIRE(gl);
  for (const bool refuse : {false, true}) {
    const auto runner = Runner::create(Want::cuda, {.no_interop = refuse});
    const auto path = runner->path_for_current_context();
    std::printf("%s on %s: %s%s\n", runner->device_name().c_str(), (*gl)->renderer().c_str(), path == Path::interop ? "interop" : "copied",
                refuse ? " (interop refused on purpose)" : "");
    if (refuse) CHECK(path == Path::copied);
    std::mt19937 random(9);
    std::optional<GlBuffer> buffer(std::in_place, 1 << 16);
    std::int64_t room = 1 << 16;
    int equal = 0;
    for (int round = 0; round < rounds(); ++round) {
      const auto launch = any_launch(random, round);
      if (launch.elements > room) {
        runner->forget(buffer->name);
        buffer.emplace(room = launch.elements);
      }
      auto tracing = runner->begin(launch, launch.elements, buffer->name);
      REQUIRE(tracing);
      CHECK(finish(**tracing, 1000) == 1);
      const auto expected = on_cpu(launch);
      REQUIRE(same(buffer->read(launch.elements), expected.trace));
      check_touches((*tracing)->touches(), expected.touches);
      const std::vector<std::int64_t> some{launch.elements - 1, 0, launch.elements / 2};
      const auto records = (*tracing)->records(some);
      REQUIRE(records);
      for (std::size_t i = 0; i < some.size(); ++i) REQUIRE((*records)[i] == expected.trace[static_cast<std::size_t>(some[i])]);
      ++equal;
    }
    std::printf("  %d of %d random launches equal to the CPU's trace (OpenGL buffer)\n", equal, rounds());
    runner->forget(buffer->name);
  }
}

TEST_CASE("a launch with many touches takes slices, and the same trace") {
  if (!has_device()) return;
  const auto gl = render::gl::Offscreen::create(64, 64);
  REQUIRE(gl);
  const auto runner = Runner::create(Want::cuda);
  runner->path_for_current_context();
  // All at one element; overlaps; one block with many values; out of bounds by half.
  for (const auto& launch : {launch_of("(8192,1024,16):(0,0,0)", 64), launch_of("(65536,256,8):(64,1,32)", 1 << 23),
                             launch_of("(1,64,2000000):(0,1,64)", 128000000), launch_of("(65536,1024,2):(2048,2,1)", 1 << 26)}) {
    const GlBuffer buffer(launch.elements);
    auto tracing = runner->begin(launch, launch.elements, buffer.name);
    REQUIRE(tracing);
    double longest = 0, before = 0;
    int advances = 0;
    for (bool whole = false; !whole; ++advances) {
      const auto start = std::chrono::steady_clock::now();
      const auto more = (*tracing)->advance(1);
      REQUIRE(more);
      whole = *more;
      longest = std::max(longest, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
      CHECK((*tracing)->fraction() >= before);
      before = (*tracing)->fraction();
    }
    std::printf("%lld touches of %lld elements: %d advances of 1 ms, the longest %.1f ms, %.1f ms of tracing\n",
                static_cast<long long>(launch_shape(launch)->touches()), static_cast<long long>(launch.elements), advances, longest,
                (*tracing)->touches().trace_ms);
    if ((*tracing)->touches().trace_ms > 20) CHECK(advances > 1);
    const auto expected = on_cpu(launch);
    CHECK(same(buffer.read(launch.elements), expected.trace));
    check_touches((*tracing)->touches(), expected.touches);
    tracing->reset();
    runner->forget(buffer.name);
  }
}

TEST_CASE("a trace that is given up leaves the runner ready") {
  if (!has_device()) return;
  const auto gl = render::gl::Offscreen::create(64, 64);
  REQUIRE(gl);
  for (const bool refuse : {false, true}) {
    const auto runner = Runner::create(Want::cuda, {.no_interop = refuse});
    runner->path_for_current_context();
    const GlBuffer buffer(1 << 23);
    for (int i = 0; i < 3; ++i) {
      auto tracing = runner->begin(launch_of("(65536,1024,64):(64,0,1)", 1 << 23), 1 << 23, buffer.name);
      REQUIRE(tracing);
      REQUIRE((*tracing)->advance(0.1));
      tracing->reset();
      works(*runner, buffer);
    }
    runner->forget(buffer.name);
  }
  const auto runner = Runner::create(Want::cuda);
  Progress progress;
  std::jthread canceller([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    progress.cancelled = true;
  });
  const auto large = launch_of("(65536,1024,1024):(64,0,1)", 1 << 23);
  std::vector<TraceRecord> trace(1 << 23);
  const auto cancelled = runner->trace(large, trace, progress);
  REQUIRE_FALSE(cancelled);
  CHECK(cancelled.error().message.empty());
  const auto copied = runner->copy(large, progress);
  REQUIRE_FALSE(copied);
  CHECK(copied.error().message.empty());
}

TEST_CASE("traces and copies go on side by side") {
  if (!has_device()) return;
  const auto gl = render::gl::Offscreen::create(64, 64);
  REQUIRE(gl);
  const auto runner = Runner::create(Want::cuda);
  runner->path_for_current_context();
  const GlBuffer buffer(1 << 16);
  std::atomic<bool> stop{false};
  std::atomic<int> copies{0}, wrong{0};
  std::jthread other([&] {
    std::mt19937 random(3);
    while (!stop) {
      Progress progress;
      const auto copied = runner->copy(random_tiled_launch(random), progress);
      wrong += !copied || copied->wrong != 0;
      ++copies;
    }
  });
  const auto launch = launch_of("(64,256,4):(1024,4,1)", 1 << 16);
  const auto expected = on_cpu(launch);
  for (int i = 0; i < 200; ++i) {
    auto tracing = runner->begin(launch, launch.elements, buffer.name);
    REQUIRE(tracing);
    finish(**tracing, 1000);
    REQUIRE(same(buffer.read(1 << 16), expected.trace));
  }
  stop = true;
  other.join();
  CHECK(wrong == 0);
  std::printf("200 traces beside %d copies\n", copies.load());
  runner->forget(buffer.name);
}
