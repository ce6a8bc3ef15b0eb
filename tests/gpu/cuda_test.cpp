// CUDA, copied and through OpenGL, against the CPU. Needs a device; says loudly when it has none.
// CUTESCOPE_ROUNDS random launches each (300 without).

#include <doctest/doctest.h>
#include <epoxy/gl.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <random>
#include <thread>

#include "gpu/runner.hpp"
#include "gpu/summary.hpp"
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

int rounds() {
  const char* text = std::getenv("CUTESCOPE_ROUNDS");
  return text != nullptr ? std::max(1, std::atoi(text)) : 300;
}

Launch random_launch(std::mt19937& random, int round) { return round % 2 == 0 ? gpu_test::random_launch(random) : gpu_test::random_tiled_launch(random); }

Launch launch_of(const char* partition, std::int64_t elements, int bytes = 4) {
  Launch launch;
  launch.partition = gpu_test::layout(partition);
  launch.elements = elements;
  launch.element_bytes = bytes;
  return launch;
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

Traced on_cpu(const Launch& launch) {
  Traced t{std::vector<TraceRecord>(static_cast<std::size_t>(launch.elements)), {}};
  Progress progress;
  auto touches = Runner::create(Want::cpu)->trace(launch, t.trace, progress);
  REQUIRE(touches);
  t.touches = *touches;
  return t;
}

bool same(const std::vector<TraceRecord>& a, const std::vector<TraceRecord>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(TraceRecord)) == 0);
}

void check_touches(const Touches& a, const Touches& b) {
  CHECK(a.once == b.once);
  CHECK(a.never == b.never);
  CHECK(a.more == b.more);
  CHECK(a.out_of_bounds == b.out_of_bounds);
  CHECK(a.first_never == b.first_never);
  CHECK(a.first_more == b.first_more);
  CHECK(a.first_outside == b.first_outside);
}

/// Advances to the end. Returns how many times it took.
int finish(Tracing& tracing, double budget_ms = 8) {
  for (int i = 1; i < 100000; ++i) {
    const auto whole = tracing.advance(budget_ms);
    if (!whole) FAIL(whole.error().message);
    if (*whole) return i;
    CHECK(tracing.fraction() <= 1);
  }
  FAIL("a trace without an end");
  return 0;
}

/// A good launch, traced into the buffer and copied.
void works(Runner& runner, const GlBuffer& buffer) {
  const auto launch = launch_of("(4,32,2):(64,1,32)", 256);
  auto tracing = runner.begin(launch, buffer.name);
  REQUIRE(tracing);
  finish(**tracing);
  CHECK(same(buffer.read(256), on_cpu(launch).trace));
  Progress progress;
  const auto copied = runner.copy(launch, progress);
  REQUIRE(copied);
  CHECK(copied->wrong == 0);
  CHECK(copied->checked == 256);
}

}  // namespace

TEST_CASE("CUDA's trace in host memory is the CPU's, byte for byte") {
  if (!has_device()) return;
  const auto runner = Runner::create(Want::cuda);
  std::mt19937 random(5);
  int equal = 0;
  for (int round = 0; round < rounds(); ++round) {
    const auto launch = random_launch(random, round);
    std::vector<TraceRecord> trace(static_cast<std::size_t>(launch.elements));
    Progress progress;
    const auto touches = runner->trace(launch, trace, progress);
    REQUIRE(touches);
    const auto expected = on_cpu(launch);
    REQUIRE(same(trace, expected.trace));
    check_touches(*touches, expected.touches);
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
    std::printf("%s on %s: %s%s\n", runner->device_name().c_str(), (*gl)->renderer().c_str(), path == Path::interop ? "interop" : "copied", refuse ? " (interop refused on purpose)" : "");
    if (refuse) CHECK(path == Path::copied);
    std::mt19937 random(9);
    std::optional<GlBuffer> buffer(std::in_place, 1 << 16);
    std::int64_t room = 1 << 16;
    int equal = 0;
    for (int round = 0; round < rounds(); ++round) {
      const auto launch = random_launch(random, round);
      if (launch.elements > room) {
        runner->forget(buffer->name);
        buffer.emplace(room = launch.elements);
      }
      auto tracing = runner->begin(launch, buffer->name);
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
  for (const auto& launch : {launch_of("(8192,1024,16):(0,0,0)", 64), launch_of("(65536,256,8):(64,1,32)", 1 << 23), launch_of("(1,64,2000000):(0,1,64)", 128000000),
                             launch_of("(65536,1024,2):(2048,2,1)", 1 << 26)}) {
    const GlBuffer buffer(launch.elements);
    auto tracing = runner->begin(launch, buffer.name);
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
    std::printf("%lld touches of %lld elements: %d advances of 1 ms, the longest %.1f ms, %.1f ms of tracing\n", static_cast<long long>(walk_of(launch)->touches()),
                static_cast<long long>(launch.elements), advances, longest, (*tracing)->touches().trace_ms);
    CHECK(longest < 100);
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
      auto tracing = runner->begin(launch_of("(65536,1024,64):(64,0,1)", 1 << 23), buffer.name);
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
      auto launch = random_launch(random, round);
      Progress progress;
      const auto copied = runner->copy(launch, progress);
      if (!copied) FAIL(copied.error().message);
      CAPTURE(round);
      CHECK(copied->wrong == 0);
      CHECK_FALSE(copied->first_wrong);
      CHECK(copied->repeats >= 7);
      CHECK(copied->kernel_ms > 0);
      CHECK(copied->bytes == 2.0 * static_cast<double>(walk_of(launch)->touches()) * launch.element_bytes);
      right += copied->wrong == 0;
      nothing += copied->checked == 0;
      compiled += copied->compiled;
      why = copied->why_generic;
      CHECK(copied->compiled == copied->why_generic.empty());
    }
    CHECK(nothing < count / 3);
    if (generic) CHECK(compiled == 0);
    std::printf("%s copies: %d of %d right, %d compiled%s%s\n", generic ? "generic" : "NVRTC's", right, count, compiled, why.empty() ? "" : ": ", why.c_str());
  }
}

TEST_CASE("copies of every element size, in global and shared memory, with and without a target") {
  if (!has_device()) return;
  const auto runner = Runner::create(Want::cuda);
  for (const int bytes : {1, 2, 4, 8, 16})
    for (const bool shared : {false, true})
      for (const char* partition : {"(4,128,16):(2048,16,1)", "(4,128,16):(2048,1,128)", "(1,(32,8),(4,2)):(0,(4,128),(1,1024))"}) {
        auto launch = launch_of(partition, shared ? 2048 : 8192, bytes);
        if (shared) launch.partition = algebra::make_layout(std::vector{gpu_test::layout("4:0"), algebra::mode(launch.partition, 1), algebra::mode(launch.partition, 2)});
        launch.shared_memory = shared;
        Progress progress;
        const auto copied = runner->copy(launch, progress);
        REQUIRE(copied);
        CHECK(copied->wrong == 0);
        CHECK(copied->checked == walk_of(launch)->touches());
        CHECK(copied->access_bytes == walk_of(launch)->width * bytes);
      }
  auto transposed = launch_of("(64,256,16):(4096,1,256)", 1 << 18);
  transposed.target = gpu_test::layout("(64,256,16):(16,1024,1)");
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
    auto launch = launch_of("(2,256,64):(0,1,256)", 16384);   // 64 KiB: more than a block has without asking
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
    CHECK(refused.error().message.find("1048576 bytes") != std::string::npos);
    CHECK_FALSE(refused.error().device_lost);
  }
}

TEST_CASE("a copy of 2^30 floats, and one that is too large") {
  if (!has_device()) return;
  const auto runner = Runner::create(Want::cuda);
  Progress progress;
  const auto copied = runner->copy(launch_of("(1048576,256,4):(1024,4,1)", std::int64_t{1} << 30), progress);
  if (!copied) {
    CHECK(copied.error().message.find("MiB wanted") != std::string::npos);   // a smaller device
  } else {
    CHECK(copied->wrong == 0);
    CHECK(copied->checked == std::int64_t{1} << 30);
    std::printf("2^30 floats: %.0f GB/s, a plain copy %.0f GB/s%s\n", copied->bandwidth(), copied->copy_bandwidth(), copied->compiled ? "" : " (generic)");
  }
  const auto refused = runner->copy(launch_of("(1048576,256,4):(1024,4,1)", std::int64_t{1} << 42), progress);
  REQUIRE_FALSE(refused);
  std::printf("too large: %s\n", refused.error().message.c_str());
  CHECK(refused.error().message.find("MiB wanted") != std::string::npos);
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
      auto tracing = runner->begin(launch_of("(4,32,2):(64,1,32)", records + 1), buffer.name);
      REQUIRE(tracing);
      const auto refused = (*tracing)->advance(1000);
      REQUIRE_FALSE(refused);
      std::printf("too small a buffer: %s\n", refused.error().message.c_str());
    }
    works(*runner, buffer);
    runner->forget(buffer.name);
  }
}

TEST_CASE("each fault is a sentence, and the launch after it works") {
  if (!has_device()) return;
  const auto gl = render::gl::Offscreen::create(64, 64);
  REQUIRE(gl);
  const auto launch = launch_of("(4,32,2):(64,1,32)", 256);
  struct Case {
    const char* name;
    Faults faults;
    bool lost;
  };
  for (const auto& c : {Case{"allocation", {.allocation = 1}, false}, Case{"device lost", {.device_lost = 1}, true}, Case{"kernel", {.kernel = 1}, true}}) {
    CAPTURE(c.name);
    {   // In a trace.
      const auto runner = Runner::create(Want::cuda, c.faults);
      runner->path_for_current_context();
      const GlBuffer buffer(256);
      std::optional<Failure> failure;
      if (auto tracing = runner->begin(launch, buffer.name); !tracing) failure = tracing.error();
      else if (const auto whole = (*tracing)->advance(1000); !whole) failure = whole.error();
      REQUIRE(failure);
      std::printf("%s: %s [%s]\n", c.name, failure->message.c_str(), failure->call.c_str());
      CHECK(failure->message.ends_with("."));
      CHECK(failure->device_lost == c.lost);
      if (failure->device_lost) runner->recover();
      const auto path = runner->path_for_current_context();
      std::printf("  then on %s %s\n", runner->device_name().c_str(), runner->why_not_cuda().c_str());
      CHECK((path == Path::cpu) == !runner->why_not_cuda().empty());
      // A new buffer, as the session makes: the old one may still be mapped.
      const GlBuffer again(256);
      works(*runner, again);
      runner->forget(again.name);
      runner->forget(buffer.name);
    }
    {   // In a trace into host memory, and in a copy.
      auto twice = c.faults;
      twice.allocation *= 2;
      twice.kernel *= 2;
      twice.device_lost *= 2;
      const auto runner = Runner::create(Want::cuda, twice);
      if (!runner->why_not_cuda().empty()) {
        std::printf("SKIPPED: the device is not back after a fault (%s)\n", runner->why_not_cuda().c_str());
        continue;
      }
      std::vector<TraceRecord> trace(256);
      Progress progress;
      const auto failed = runner->trace(launch, trace, progress);
      REQUIRE_FALSE(failed);
      CHECK(failed.error().device_lost == c.lost);
      if (c.lost) runner->recover();
      const auto copied = runner->copy(launch, progress);
      if (runner->why_not_cuda().empty()) {
        REQUIRE_FALSE(copied);
        CHECK(copied.error().device_lost == c.lost);
        if (c.lost) runner->recover();
      }
      const auto touches = runner->trace(launch, trace, progress);
      REQUIRE(touches);
      CHECK(touches->once == 256);
      CHECK(runner->copy(launch, progress));
    }
  }
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
      const auto copied = runner->copy(gpu_test::random_tiled_launch(random), progress);
      wrong += !copied || copied->wrong != 0;
      ++copies;
    }
  });
  const auto launch = launch_of("(64,256,4):(1024,4,1)", 1 << 16);
  const auto expected = on_cpu(launch);
  for (int i = 0; i < 200; ++i) {
    auto tracing = runner->begin(launch, buffer.name);
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
