// CUDA copies through partitions: data arrives, failures are sentences, and the launch after them works.

#include <doctest/doctest.h>

#include <cstdio>
#include <optional>
#include <random>

#include "gpu/run/runner.hpp"
#include "render/gl/offscreen.hpp"
#include "tests/gpu/cuda_launches.hpp"
#include "tests/gpu/device_faults.hpp"
#include "tests/wait.hpp"

using namespace gpu;
using namespace gpu_test;

TEST_CASE("data arrives where the permutation says, compiled and generic") {
  if (!has_device()) return;
  for (const bool generic : {false, true}) {
    const auto runner = Runner::create(Want::cuda, {.no_nvrtc = generic});
    std::mt19937 random(13);
    int right = 0, compiled = 0, nothing = 0;
    std::string why;
    // A compilation takes some 50 ms.
    const int count = generic ? rounds() : std::min(rounds(), 1000);
    for (int round = 0; round < count; ++round) {
      auto launch = any_launch(random, round);
      Progress progress;
      const auto copied = runner->copy(launch, progress);
      if (!copied) FAIL(copied.error().message);
      CAPTURE(round);
      CHECK(copied->wrong == 0);
      CHECK_FALSE(copied->first_wrong);
      CHECK(copied->repeats >= 7);
      CHECK(copied->kernel_ms > 0);
      CHECK(copied->bytes == 2.0 * static_cast<double>(launch_shape(launch)->touches()) * launch.element_bytes);
      right += copied->wrong == 0;
      nothing += copied->checked == 0;
      compiled += copied->compiled;
      why = copied->why_generic;
      CHECK(copied->compiled == copied->why_generic.empty());
    }
    CHECK(nothing < count / 3);
    if (generic) CHECK(compiled == 0);
    std::printf("%s copies: %d of %d right, %d compiled%s%s\n", generic ? "generic" : "NVRTC's", right, count, compiled,
                why.empty() ? "" : ": ", why.c_str());
  }
}

TEST_CASE("offsets of 64 bits whose parts fall and rise are compiled right") {
  if (!has_device()) return;
  const auto runner = Runner::create(Want::cuda);
  for (const auto* partition : {"(5,114,(4,3,4)):(27,21,(20,3,0))", "(12,(16,4),(4,5,3)):(0,(24,34),(8,16,0))"}) {
    Launch launch;
    launch.partition = layout(partition);
    launch.offset = 27;
    launch.elements = 1198;
    launch.element_bytes = 1;
    Progress progress;
    const auto copied = runner->copy(launch, progress);
    REQUIRE(copied);
    CHECK(copied->wrong == 0);
    CHECK(copied->checked > 0);
  }
}

TEST_CASE("a runner that rests gives memory back, and still compiles and copies") {
  if (!has_device()) return;
  const auto resident = [] {
    std::FILE* file = std::fopen("/proc/self/statm", "r");
    long total = 0, pages = 0;
    const bool read = file != nullptr && std::fscanf(file, "%ld %ld", &total, &pages) == 2;
    if (file != nullptr) std::fclose(file);
    return read ? pages * 4096 >> 20 : 0;
  };
  const auto runner = Runner::create(Want::cuda);
  std::mt19937 random(29);
  for (int round = 0; round < 20; ++round) {
    Progress progress;
    const auto copied = runner->copy(any_launch(random, round), progress);
    REQUIRE(copied);
    CHECK(copied->wrong == 0);
    const auto before = resident();
    runner->rest();
    if (round == 0)
      std::printf("resident after a copy: %ld MiB, at rest: %ld MiB%s\n", before, resident(), copied->compiled ? "" : " (generic)");
    if (copied->compiled) CHECK(resident() <= before - 30);
    runner->rest();  // again: nothing to give back
  }
}

TEST_CASE("copies of every element size, in global and shared memory, with and without a target") {
  if (!has_device()) return;
  const auto runner = Runner::create(Want::cuda);
  for (const int bytes : {1, 2, 4, 8, 16})
    for (const bool shared : {false, true})
      for (const char* partition : {"(4,128,16):(2048,16,1)", "(4,128,16):(2048,1,128)", "(1,(32,8),(4,2)):(0,(4,128),(1,1024))"}) {
        auto launch = launch_of(partition, shared ? 2048 : 8192, bytes);
        if (shared)
          launch.partition =
              algebra::make_layout(std::vector{layout("4:0"), algebra::mode(launch.partition, 1), algebra::mode(launch.partition, 2)});
        launch.shared_memory = shared;
        Progress progress;
        const auto copied = runner->copy(launch, progress);
        REQUIRE(copied);
        CHECK(copied->wrong == 0);
        CHECK(copied->checked == launch_shape(launch)->touches());
        CHECK(copied->access_bytes == launch_shape(launch)->width * bytes);
      }
  auto transposed = launch_of("(64,256,16):(4096,1,256)", 1 << 18);
  transposed.target = layout("(64,256,16):(16,1024,1)");
  transposed.target_elements = 1 << 18;
  Progress progress;
  const auto copied = runner->copy(transposed, progress);
  REQUIRE(copied);
  CHECK(copied->wrong == 0);
  CHECK(copied->checked == 1 << 18);
}

TEST_CASE("shared memory up to what a block can have, and a sentence with both numbers beyond") {
  if (!has_device()) return;
  for (const bool generic : {false, true}) {
    const auto runner = Runner::create(Want::cuda, {.no_nvrtc = generic});
    auto launch = launch_of("(2,256,64):(0,1,256)", 16384);  // 64 KiB: more than a block has without asking
    launch.shared_memory = true;
    Progress progress;
    const auto copied = runner->copy(launch, progress);
    REQUIRE(copied);
    CHECK(copied->wrong == 0);
    CHECK(copied->checked == 2 * 16384);
    launch = launch_of("(2,256,1024):(0,1,256)", 262144);
    launch.shared_memory = true;
    const auto refused = runner->copy(launch, progress);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message.text().find("1048576 bytes") != std::string::npos);
    CHECK_FALSE(refused.error().device_lost);
  }
}

TEST_CASE("a copy of 2^30 floats, and one that is too large") {
  if (!has_device()) return;
  const auto runner = Runner::create(Want::cuda);
  Progress progress;
  const auto copied = runner->copy(launch_of("(1048576,256,4):(1024,4,1)", std::int64_t{1} << 30), progress);
  if (!copied) {
    CHECK(copied.error().message.text().find("MiB needed") != std::string::npos);  // a smaller device
  } else {
    CHECK(copied->wrong == 0);
    CHECK(copied->checked == std::int64_t{1} << 30);
    std::printf("2^30 floats: %.0f GB/s, a plain copy %.0f GB/s%s\n", copied->bandwidth(), copied->copy_bandwidth(),
                copied->compiled ? "" : " (generic)");
  }
  const auto refused = runner->copy(launch_of("(1048576,256,4):(1024,4,1)", std::int64_t{1} << 42), progress);
  REQUIRE_FALSE(refused);
  std::printf("too large: %s\n", refused.error().message.text().c_str());
  CHECK(refused.error().message.text().find("MiB needed") != std::string::npos);
  CHECK(runner->copy(launch_of("(4,32,2):(64,1,32)", 256), progress));
}

TEST_CASE("after a failed launch the next one works, and buffers can come and go") {
  if (!has_device()) return;
  const auto gl = render::gl::Offscreen::create(64, 64);
  REQUIRE(gl);
  const auto runner = Runner::create(Want::cuda);
  const auto path = runner->path_for_current_context();
  for (const std::int64_t records : {256, 100000, 512}) {
    const GlBuffer buffer(records);
    works(*runner, buffer);
    if (path == Path::interop) {
      auto tracing = runner->begin(launch_of("(4,32,2):(64,1,32)", records + 1), records + 1, buffer.name);
      REQUIRE(tracing);
      const auto refused = (*tracing)->advance(1000);
      REQUIRE_FALSE(refused);
      std::printf("too small a buffer: %s\n", refused.error().message.text().c_str());
    }
    works(*runner, buffer);
    runner->forget(buffer.name);
  }
}

TEST_CASE("each fault is a sentence, and the launch after it works") {
  if (!has_device()) return;
  check_fault("allocation", {.allocation = 1}, false);
  check_fault("device lost", {.device_lost = 1}, true);
}

TEST_CASE("a device that does not come back leaves launches to the CPU, which says why, until it does") {
  if (!has_device()) return;
  const auto runner = Runner::create(Want::cuda, {.device_lost = 1, .device_gone = 1});
  const auto device = runner->device_name();
  const auto launch = launch_of("(4,32,2):(64,1,32)", 256);
  std::vector<TraceRecord> trace(256);
  Progress progress;
  const auto failed = runner->trace(launch, trace, progress);
  REQUIRE_FALSE(failed);
  CHECK(failed.error().device_lost);
  CHECK_FALSE(runner->worth_another_try());
  runner->recover();
  CHECK(runner->device_name() == "CPU");
  CHECK(runner->path_for_current_context() == gpu::Path::cpu);
  CHECK(runner->why_not_cuda() ==
        device + " did not recover from a failure (cudaSetDevice: cudaErrorDevicesUnavailable): launches run on the CPU.");
  CHECK(runner->trace(launch, trace, progress)->once == 256);
  CHECK(comes([&] { return runner->worth_another_try(); }));
  runner->recover();
  CHECK(runner->device_name() == device);
  CHECK(runner->why_not_cuda().empty());
  CHECK_FALSE(runner->worth_another_try());
  CHECK(runner->trace(launch, trace, progress)->once == 256);
}
