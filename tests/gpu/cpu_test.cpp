#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>

#include "algebra/language/evaluate.hpp"
#include "algebra/layout/memory_budget.hpp"
#include "gpu/run/runner.hpp"
#include "gpu/run/summary.hpp"
#include "tests/gpu/launches.hpp"

using namespace gpu;
using algebra::Layout;
using algebra::TraceRecord;

namespace {

/// Returns the element of a touch by its definition, through the algebra alone.
std::int64_t element_of(const Launch& l, std::int64_t b, std::int64_t t, std::int64_t v) {
  const auto sum = l.offset + algebra::mode(l.partition, 0)(b) + algebra::mode(l.partition, 1)(t) + algebra::mode(l.partition, 2)(v);
  return l.swizzle.bits == 0 || sum < 0 ? sum : algebra::apply(l.swizzle, sum);
}

/// Returns the trace by its definition: every touch, in any order.
std::vector<TraceRecord> by_definition(const Launch& launch, Touches& touches) {
  std::vector<TraceRecord> trace(static_cast<std::size_t>(launch.elements));
  const auto shape = launch_shape(launch);
  REQUIRE(shape);
  for (std::int64_t i = shape->values - 1; i >= 0; --i)
    for (std::int64_t j = shape->threads - 1; j >= 0; --j)
      for (std::int64_t k = 0; k < shape->blocks; ++k) {
        const algebra::Touch touch{
            .block = static_cast<std::uint32_t>(k), .thread = static_cast<std::uint32_t>(j), .access = static_cast<std::uint32_t>(i)};
        const auto element = element_of(launch, k, j, i);
        if (element < 0 || element >= launch.elements) {
          ++touches.out_of_bounds;
          if (!touches.first_outside || algebra::touch_key(touch) < algebra::touch_key(*touches.first_outside))
            touches.first_outside = touch;
          continue;
        }
        auto& r = trace[static_cast<std::size_t>(element)];
        const auto key = algebra::touch_key(touch);
        if (r.count == 0 || key < ((std::uint64_t{r.first_high} << 32) | r.first_low)) {
          r.first_low = static_cast<std::uint32_t>(key);
          r.first_high = static_cast<std::uint32_t>(key >> 32);
        }
        ++r.count;
      }
  return trace;
}

Launch starter_launch(int bytes = 4) {
  Launch launch;
  launch.partition = gpu_test::layout("((2,2),(2,4),(2,1)):((32,4),(8,1),(16,0))");
  // Threads (2,4):(4,1) are numbered by rows: thread 4r + c stands at (r, c).
  launch.partition = gpu_test::layout("((2,2),(4,2),2):((32,4),(1,8),16)");
  launch.elements = 64;
  launch.element_bytes = bytes;
  return launch;
}

}  // namespace

TEST_CASE("touch keys and records say who, where and when") {
  const algebra::Touch t{.block = (1u << 31) - 2, .thread = 1023, .access = (1u << 21) - 2};
  const auto key = algebra::touch_key(t);
  const TraceRecord r{static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32), 1, 0};
  CHECK(algebra::first_touch(r) == t);
}

TEST_CASE("the CPU's trace is the trace by its definition: overlaps, accesses out of bounds, swizzles, grids and blocks of one's own") {
  std::mt19937 random(3);
  const auto runner = Runner::create(Want::cpu);
  for (int round = 0; round < 600; ++round) {
    const auto launch = round % 3 == 0 ? gpu_test::random_tiled_launch(random) : gpu_test::random_launch(random);
    std::vector<TraceRecord> trace(static_cast<std::size_t>(launch.elements));
    Progress progress;
    const auto report = run(*runner, launch, trace, progress);
    REQUIRE(report);
    Touches expected;
    REQUIRE(trace == by_definition(launch, expected));
    CHECK(report->touches->out_of_bounds == expected.out_of_bounds);
    CHECK(report->touches->first_outside == expected.first_outside);
    CHECK(report->touches->once + report->touches->never + report->touches->more == launch.elements);
    CHECK(report->comparison->same == report->comparison->compared);
    CHECK(report->comparison->compared == launch.elements);
    REQUIRE(report->copied);
    CHECK(report->copied->wrong == 0);
  }
}

TEST_CASE("launch shapes know their bounds and how many values go at once") {
  std::mt19937 random(11);
  int vectors = 0, bounded = 0;
  for (int round = 0; round < 600; ++round) {
    const auto launch = round % 2 == 0 ? gpu_test::random_tiled_launch(random) : gpu_test::random_launch(random);
    const auto shape = launch_shape(launch);
    REQUIRE(shape);
    bool inside = true;
    std::map<std::int64_t, int> touched;
    for (std::int64_t b = 0; b < shape->blocks; ++b)
      for (std::int64_t t = 0; t < shape->threads; ++t)
        for (std::int64_t v = 0; v < shape->values; ++v) {
          const auto element = element_of(launch, b, t, v);
          ++touched[element];
          REQUIRE(shape->from(static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(t), static_cast<std::uint32_t>(v)) == element);
          inside = inside && element >= 0 && element < launch.elements;
          // A whole access lies side by side from an aligned start, and wholly in or out of bounds.
          const auto first = element_of(launch, b, t, v / shape->width * shape->width);
          REQUIRE(element == first + v % shape->width);
          REQUIRE(first % shape->width == 0);
        }
    if (shape->in_bounds) CHECK(inside);
    if (shape->once) CHECK(std::all_of(touched.begin(), touched.end(), [](auto& e) { return e.second == 1; }));
    CHECK(shape->width * shape->element_bytes <= 16);
    vectors += shape->width > 1;
    bounded += shape->in_bounds;
  }
  CHECK(vectors > 50);
  CHECK(bounded > 100);
}

TEST_CASE("owners are all the touches of an element, in order") {
  std::mt19937 random(17);
  for (int round = 0; round < 200; ++round) {
    const auto launch = gpu_test::random_launch(random);
    const auto shape = launch_shape(launch);
    REQUIRE(shape);
    std::map<std::int64_t, std::vector<algebra::Touch>> expected;
    for (std::uint32_t v = 0; v < static_cast<std::uint32_t>(shape->values); ++v)
      for (std::uint32_t b = 0; b < shape->blocks; ++b)
        for (std::uint32_t t = 0; t < static_cast<std::uint32_t>(shape->threads); ++t)
          expected[element_of(launch, b, t, v)].push_back({.block = b, .thread = t, .access = v});
    for (std::int64_t e = 0; e < std::min<std::int64_t>(launch.elements, 200); e += 7) {
      const auto found = owners(*shape, e, 10);
      REQUIRE(found.total == static_cast<std::int64_t>(expected[e].size()));
      auto first = expected[e];
      first.resize(std::min<std::size_t>(10, first.size()));
      REQUIRE(found.touches == first);
    }
  }
  // A launch of 2^40 touches is searched as fast.
  const auto large = launch_shape(gpu_test::launch_of("(1048576,1024,1024):(1048576,1024,1)", std::int64_t{1} << 40));
  REQUIRE(large);
  const auto found = owners(*large, (std::int64_t{5} << 20) + 7 * 1024 + 3, 10);
  REQUIRE(found.total == 1);
  CHECK(found.touches[0] == algebra::Touch{.block = 5, .thread = 7, .access = 3});
}

TEST_CASE("the starter launch touches every element once") {
  const auto launch = starter_launch();
  std::vector<TraceRecord> trace(64);
  Progress progress;
  const auto report = run(*Runner::create(Want::cpu), launch, trace, progress);
  REQUIRE(report);
  CHECK(report->touches->once == 64);
  CHECK(report->grid.count() == 4);
  CHECK(report->block.count() == 8);
  CHECK(report->values == 2);
  // A(5,2): block (1,0), row 1 of the tile, thread 6.
  CHECK(algebra::first_touch(trace[42]) == algebra::Touch{.block = 1, .thread = 6, .access = 0});
}

TEST_CASE("launches that no device runs are refused in a sentence") {
  for (const char* partition : {"(1,2048,1):(0,1,0)", "(8,8):(8,1)", "(1,1,4194304):(0,0,1)", "(2147483648,1,1):(0,0,0)"}) {
    const auto shape = launch_shape(gpu_test::launch_of(partition, 64));
    REQUIRE_FALSE(shape);
    CHECK(shape.error().message.text().ends_with("."));
  }
  auto launch = starter_launch();
  for (const auto& block : {Dim3{1025, 1, 1}, Dim3{32, 33, 1}, Dim3{1, 1, 65}, Dim3{8, 0, 1}}) {
    launch.block = block;
    CHECK_FALSE(launch_shape(launch));
  }
  launch.block = {32, 32, 1};
  launch.grid = {1, 65536, 1};
  CHECK_FALSE(launch_shape(launch));
  launch.grid = {2, 2, 2};
  CHECK(launch_shape(launch));
}

TEST_CASE("without a device the runner says why and runs on the CPU") {
  const auto runner = Runner::create(Want::automatic, {.no_device = true});
  CHECK(runner->device_name() == "CPU");
  CHECK_FALSE(runner->why_not_cuda().empty());
  std::vector<TraceRecord> trace(64);
  Progress progress;
  CHECK(runner->trace(starter_launch(), trace, progress));
  progress.cancelled = true;
  const auto cancelled = runner->trace(starter_launch(), trace, progress);
  REQUIRE_FALSE(cancelled);
  CHECK(cancelled.error().message.empty());
}

TEST_CASE("a trace beyond the memory budget has its first elements, and says so") {
  auto& budget = algebra::memory_budget();
  budget.set(algebra::MemoryBudget::least);
  const auto launch = gpu_test::launch_of("(65536,32,2):(64,1,32)", 1 << 22);
  const auto records = traced_elements(launch, 1);
  CHECK(records == budget.bytes() / 4 / 16);
  CHECK(traced_elements(launch, 2) == records / 2);
  CHECK(traced_elements(starter_launch(), 2) == 64);
  const auto runner = Runner::create(Want::cpu);
  std::vector<TraceRecord> trace(static_cast<std::size_t>(records)), whole(1 << 22);
  Progress progress;
  const auto report = run(*runner, launch, trace, progress);
  REQUIRE(report);
  REQUIRE(runner->trace(launch, whole, progress));
  CHECK(std::equal(trace.begin(), trace.end(), whole.begin()));
  CHECK(report->touches->traced() == records);
  CHECK(report->touches->once == records);
  CHECK(report->touches->out_of_bounds == 0);
  CHECK(report->comparison->same == report->comparison->compared);
  CHECK(report->comparison->compared > 1000);
  CHECK(report_text(launch, *report).find("sampled: the first 1048576 of 4194304 elements") != std::string::npos);
  CHECK(report_json(launch, *report).find("\"sampled\":true") != std::string::npos);
  budget.set(budget.usual);
}

TEST_CASE("a copy that the memory budget has no room for says what would do") {
  auto& budget = algebra::memory_budget();
  budget.set(algebra::MemoryBudget::least);
  const auto runner = Runner::create(Want::cpu);
  Progress progress;
  const auto copied = runner->copy(gpu_test::launch_of("(262144,32,2):(64,1,32)", 1 << 24), progress);
  REQUIRE_FALSE(copied);
  CHECK(copied.error().message.text().find("takes 128 MiB here; 64 MiB of the 64 MiB") != std::string::npos);
  budget.set(budget.usual);
  budget.forget_peak();
  CHECK(runner->copy(gpu_test::launch_of("(65536,32,2):(64,1,32)", 1 << 22), progress));
  CHECK(budget.peak() == 2 * 4 << 22);
  CHECK(budget.taken() == 0);
}

TEST_CASE("faults by name") {
  const auto faults = faults_from("no-nvrtc,kernel=2,allocation");
  REQUIRE(faults);
  CHECK(faults->no_nvrtc);
  CHECK(faults->kernel == 2);
  CHECK(faults->allocation == 1);
  CHECK_FALSE(faults_from("kernel=x"));
  const auto more = faults_from("device-gone,gl-lost=2,gl-memory=3,gl-black=4");
  REQUIRE(more);
  CHECK(more->device_gone == 1);
  CHECK(more->gl_lost == 2);
  CHECK(more->gl_memory == 3);
  CHECK(more->gl_black == 4);
  CHECK(faults_from("fire").error().text().find("there is no fault \"fire\"") == 0);
  // The copy fails and the trace is there; the next launch works.
  const auto runner = Runner::create(Want::cpu, *faults);
  std::vector<TraceRecord> trace(64);
  Progress progress;
  const auto first = run(*runner, starter_launch(), trace, progress);
  REQUIRE(first);
  REQUIRE(first->copy_failure);
  CHECK(first->touches->once == 64);
  CHECK(run(*runner, starter_launch(), trace, progress)->copied);
}

TEST_CASE("reports as text and as JSON") {
  const auto launch = starter_launch();
  std::vector<TraceRecord> trace(64);
  Progress progress;
  const auto report = run(*Runner::create(Want::cpu), launch, trace, progress);
  REQUIRE(report);
  CHECK(report_text(launch, *report).find("same as the algebra     64 of 64") != std::string::npos);
  CHECK(report_json(launch, *report).find("\"once\":64") != std::string::npos);
}

TEST_CASE("a report speaks of the memory that the launch uses, and of what was checked") {
  const auto runner = Runner::create(Want::cpu);
  const auto report_of = [&](const Launch& launch) {
    std::vector<TraceRecord> trace(static_cast<std::size_t>(launch.elements));
    Progress progress;
    const auto report = run(*runner, launch, trace, progress);
    REQUIRE(report);
    REQUIRE(report->copied);
    CHECK(report->copied->wrong == 0);
    return std::pair(report_text(launch, *report), report_json(launch, *report));
  };
  const auto says = [](const std::string& text, const char* what) { return text.find(what) != std::string::npos; };
  // A column of 8 rows of 32 floats, 8 threads a row: in global memory there are no banks to collide in.
  Launch launch;
  launch.partition = gpu_test::layout("(1,32,1):(0,8,0)");
  launch.elements = 256;
  const auto [global, global_json] = report_of(launch);
  CHECK(says(global, "sectors per request     32 (ideal 4)"));
  CHECK(says(global, "values checked          32, all where they belong"));
  for (const auto* word : {"bank", "wavefront", "-way", "as if"}) CHECK_FALSE(says(global, word));
  for (const auto* word : {"bank", "wavefront"}) CHECK_FALSE(says(global_json, word));
  launch.shared_memory = true;
  const auto [shared, shared_json] = report_of(launch);
  CHECK(says(shared, "bank conflicts          8-way"));
  CHECK(says(shared, "shared loads            1 requests, 8 wavefronts, 7 bank conflicts, 8-way at worst"));
  CHECK(says(shared, "global loads            1 requests, 4 sectors (ideal 4), 1 lines"));
  CHECK(says(shared_json, "\"bank_conflicts\":7"));
  CHECK_FALSE(says(shared, "sectors per request"));
  // Nothing to check: no access is in bounds; each place is written by several; zeros take the place of what is out of bounds.
  const auto none = [&](const Launch& l) {
    const auto text = report_of(l).first;
    CHECK_FALSE(says(text, "where they belong"));
    CHECK_FALSE(says(text, "values checked          0"));
    const auto at = text.find("values checked");
    REQUIRE(at != std::string::npos);
    return text.substr(at, text.find('\n', at) - at);
  };
  launch.offset = 256;
  CHECK(none(launch) == "values checked          none: every value is out of bounds or shares its place with another");
  launch.shared_memory = false;
  CHECK(none(launch) == "values checked          none: no access is in bounds");
  CHECK(says(report_of(launch).first, "GB/s read and written, as if every access were in bounds"));
  launch.offset = 0;
  launch.target = gpu_test::layout("(1,32,1):(0,0,0)");
  launch.target_elements = 1;
  CHECK(none(launch) == "values checked          none: every value is out of bounds or shares its place with another");
}
