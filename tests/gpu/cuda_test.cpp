// CUDA, copied and through OpenGL, against the CPU. Needs a device; says loudly when it has none.

#include <doctest/doctest.h>
#include <epoxy/gl.h>

#include <cstdio>
#include <cstring>
#include <random>

#include "gpu/runner.hpp"
#include "render/gl/offscreen.hpp"
#include "tests/gpu/launches.hpp"

using namespace gpu;
using algebra::TraceRecord;

namespace {

bool has_device() {
  const auto runner = Runner::create(Want::automatic);
  if (runner->why_not_cuda().empty()) return true;
  std::printf("SKIPPED: no CUDA device (%s)\n", runner->why_not_cuda().c_str());
  return false;
}

struct GlBuffer {
  unsigned name = 0;
  explicit GlBuffer(std::int64_t records) {
    glGenBuffers(1, &name);
    glBindBuffer(GL_TEXTURE_BUFFER, name);
    glBufferData(GL_TEXTURE_BUFFER, records * 16, nullptr, GL_DYNAMIC_DRAW);
    glBindBuffer(GL_TEXTURE_BUFFER, 0);
  }
  ~GlBuffer() { glDeleteBuffers(1, &name); }
  GlBuffer(const GlBuffer&) = delete;
  GlBuffer& operator=(const GlBuffer&) = delete;
  std::vector<TraceRecord> read(std::int64_t records) const {
    std::vector<TraceRecord> trace(static_cast<std::size_t>(records));
    glBindBuffer(GL_TEXTURE_BUFFER, name);
    glGetBufferSubData(GL_TEXTURE_BUFFER, 0, records * 16, trace.data());
    glBindBuffer(GL_TEXTURE_BUFFER, 0);
    return trace;
  }
};

std::vector<TraceRecord> on_cpu(const Launch& launch) {
  std::vector<TraceRecord> trace(static_cast<std::size_t>(launch.elements));
  REQUIRE(Runner::create(Want::cpu)->run(launch, std::span(trace)));
  return trace;
}

}  // namespace

TEST_CASE("CUDA's trace in host memory is the CPU's, byte for byte") {
  if (!has_device()) return;
  const auto runner = Runner::create(Want::cuda);
  std::mt19937 random(5);
  int equal = 0;
  for (int round = 0; round < 300; ++round) {
    const auto launch = gpu_test::random_launch(random);
    std::vector<TraceRecord> trace(static_cast<std::size_t>(launch.elements));
    const auto report = runner->run(launch, std::span(trace));
    REQUIRE(report);
    const auto expected = on_cpu(launch);
    REQUIRE(std::memcmp(trace.data(), expected.data(), trace.size() * sizeof(TraceRecord)) == 0);
    CHECK(report->same == report->compared);
    ++equal;
  }
  std::printf("%s: %d of 300 random launches equal to the CPU's trace (host memory)\n", runner->device_name().c_str(), equal);
}

TEST_CASE("interop and copied traces in an OpenGL buffer are the CPU's, byte for byte") {
  if (!has_device()) return;
  const auto gl = render::gl::Offscreen::create(64, 64);
  REQUIRE(gl);
  for (const bool refuse : {false, true}) {
    const auto runner = Runner::create(Want::cuda, {.no_interop = refuse});
    const auto path = runner->path_for_current_context();
    std::printf("%s on %s: %s%s\n", runner->device_name().c_str(), (*gl)->renderer().c_str(), path == Path::interop ? "interop" : "copied", refuse ? " (interop refused on purpose)" : "");
    if (refuse) CHECK(path == Path::copied);
    std::mt19937 random(9);
    const GlBuffer buffer(4096);
    int equal = 0;
    for (int round = 0; round < 300; ++round) {
      const auto launch = gpu_test::random_launch(random);
      const auto report = runner->run(launch, buffer.name);
      REQUIRE(report);
      CHECK(report->path == path);
      const auto trace = buffer.read(launch.elements), expected = on_cpu(launch);
      REQUIRE(std::memcmp(trace.data(), expected.data(), trace.size() * sizeof(TraceRecord)) == 0);
      CHECK(report->same == report->compared);
      CHECK(report->once + report->never + report->more == launch.elements);
      ++equal;
    }
    std::printf("  %d of 300 random launches equal to the CPU's trace (OpenGL buffer)\n", equal);
    runner->forget(buffer.name);
  }
}

TEST_CASE("after a failed launch the next one works, and buffers can come and go") {
  if (!has_device()) return;
  const auto gl = render::gl::Offscreen::create(64, 64);
  REQUIRE(gl);
  const auto runner = Runner::create(Want::cuda);
  runner->path_for_current_context();
  const auto small = Launch{.partition = gpu_test::layout("(4,32,2):(64,1,32)"), .elements = 256};
  for (const std::int64_t records : {256, 100000, 512}) {
    const GlBuffer buffer(records);
    REQUIRE(runner->run(small, buffer.name));
    CHECK(buffer.read(256) == on_cpu(small));
    auto large = small;
    large.elements = records + 1;
    const auto refused = runner->run(large, buffer.name);
    if (runner->path_for_current_context() == Path::interop) {
      REQUIRE_FALSE(refused);
      std::printf("too small a buffer: %s\n", refused.error().message.c_str());
    }
    REQUIRE(runner->run(small, buffer.name));
    runner->forget(buffer.name);
  }
  const auto bad = runner->run(small, 987654u);
  if (!bad) std::printf("no such buffer: %s\n", bad.error().message.c_str());
  const GlBuffer again(256);
  REQUIRE(runner->run(small, again.name));
  CHECK(again.read(256) == on_cpu(small));
  runner->forget(again.name);
}

TEST_CASE("times and bandwidth of a contiguous partition beside a plain copy") {
  if (!has_device()) return;
  const auto runner = Runner::create(Want::cuda);
  const auto launch = Launch{.partition = gpu_test::layout("(65536,256,1):(256,1,0)"), .elements = 1 << 24};
  std::vector<TraceRecord> trace(1 << 24);
  const auto report = runner->run(launch, std::span(trace));
  REQUIRE(report);
  CHECK(report->once == 1 << 24);
  REQUIRE(report->timing);
  CHECK(report->timing->kernel_ms > 0);
  CHECK(report->timing->copy_ms > 0);
  std::printf("2^24 elements: walk %.3f ms (%.0f GB/s of records written), copy of %.0f MiB %.3f ms\n", report->timing->kernel_ms,
              16.0 * (1 << 24) / report->timing->kernel_ms / 1e6, report->timing->bytes / (1 << 20), report->timing->copy_ms);
}
