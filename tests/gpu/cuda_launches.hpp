#pragma once
// Launches on a device and on the CPU, for tests of CUDA. Without a device the tests are reported as skipped.

#include <epoxy/gl.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <random>
#include <vector>

#include "tests/gpu/launches.hpp"
#include "tests/gpu/residue_launches.hpp"
#include "tests/skip.hpp"

namespace gpu_test {

using algebra::TraceRecord;
using gpu::Launch;
using gpu::Progress;
using gpu::Runner;
using gpu::Touches;
using gpu::Tracing;
using gpu::Want;

/// Returns false and reports the test as skipped if there is no device. Fails on a machine with a GPU on which CUDA
/// does not run: a skipped test would hide that.
inline bool has_device() {
  const auto runner = Runner::create(Want::automatic);
  if (runner->why_not_cuda().empty()) return true;
#ifdef CUTESCOPE_WITH_CUDA
  if (std::filesystem::exists("/dev/nvidiactl"))
    FAIL("this machine has an NVIDIA GPU, and CUDA does not run on it: " << runner->why_not_cuda());
#endif
  skipped("no CUDA device (" + runner->why_not_cuda().text() + ")");
  return false;
}

inline int rounds() {
  const char* text = std::getenv("CUTESCOPE_ROUNDS");
  return text != nullptr ? std::max(1, std::atoi(text)) : 300;
}

/// Returns a random partition, a random tiled launch or one over a tensor that its tile does not divide, by turns.
inline Launch any_launch(std::mt19937& random, int round) {
  switch (round % 3) {
    case 0: return random_launch(random);
    case 1: return random_tiled_launch(random);
    default: return random_residue_launch(random).plan.launch;
  }
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

struct Traced {
  std::vector<TraceRecord> trace;
  Touches touches;
};

inline Traced on_cpu(const Launch& launch) {
  Traced t{std::vector<TraceRecord>(static_cast<std::size_t>(launch.elements)), {}};
  Progress progress;
  auto touches = Runner::create(Want::cpu)->trace(launch, t.trace, progress);
  REQUIRE(touches);
  t.touches = *touches;
  return t;
}

inline bool same(const std::vector<TraceRecord>& a, const std::vector<TraceRecord>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(TraceRecord)) == 0);
}

inline void check_touches(const Touches& a, const Touches& b) {
  CHECK(a.once == b.once);
  CHECK(a.never == b.never);
  CHECK(a.more == b.more);
  CHECK(a.out_of_bounds == b.out_of_bounds);
  CHECK(a.predicated == b.predicated);
  CHECK(a.first_never == b.first_never);
  CHECK(a.first_more == b.first_more);
  CHECK(a.first_outside == b.first_outside);
}

/// Advances until the trace is complete. Returns the number of calls.
inline int finish(Tracing& tracing, double budget_ms = 8) {
  for (int i = 1; i < 100000; ++i) {
    const auto whole = tracing.advance(budget_ms);
    if (!whole) FAIL(whole.error().message);
    if (*whole) return i;
    CHECK(tracing.fraction() <= 1);
  }
  FAIL("a trace without an end");
  return 0;
}

/// Checks that a valid launch is traced into the buffer and copied.
inline void works(Runner& runner, const GlBuffer& buffer) {
  const auto launch = launch_of("(4,32,2):(64,1,32)", 256);
  auto tracing = runner.begin(launch, launch.elements, buffer.name);
  REQUIRE(tracing);
  finish(**tracing);
  CHECK(same(buffer.read(256), on_cpu(launch).trace));
  Progress progress;
  const auto copied = runner.copy(launch, progress);
  REQUIRE(copied);
  CHECK(copied->wrong == 0);
  CHECK(copied->checked == 256);
}

}  // namespace gpu_test
