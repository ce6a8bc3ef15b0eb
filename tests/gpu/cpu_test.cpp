#include <doctest/doctest.h>

#include <map>
#include <random>

#include "algebra/evaluate.hpp"
#include "algebra/partition.hpp"
#include "gpu/runner.hpp"
#include "tests/gpu/launches.hpp"

using namespace gpu;
using algebra::Layout;
using algebra::TraceRecord;

namespace {

/// The trace by its definition: every touch, in any order.
std::vector<TraceRecord> by_definition(const Launch& launch, std::int64_t& outside) {
  std::vector<TraceRecord> trace(static_cast<std::size_t>(launch.elements));
  const auto b = algebra::mode(launch.partition, 0), t = algebra::mode(launch.partition, 1), v = algebra::mode(launch.partition, 2);
  outside = 0;
  for (std::int64_t i = algebra::size(v) - 1; i >= 0; --i)
    for (std::int64_t j = algebra::size(t) - 1; j >= 0; --j)
      for (std::int64_t k = 0; k < algebra::size(b); ++k) {
        const auto element = b(k) + t(j) + v(i);
        if (element < 0 || element >= launch.elements) {
          ++outside;
          continue;
        }
        auto& r = trace[static_cast<std::size_t>(element)];
        const auto key = algebra::touch_key({.block = static_cast<std::uint32_t>(k), .thread = static_cast<std::uint32_t>(j), .access = static_cast<std::uint32_t>(i)});
        if (r.count == 0 || key < ((std::uint64_t{r.first_high} << 32) | r.first_low)) {
          r.first_low = static_cast<std::uint32_t>(key);
          r.first_high = static_cast<std::uint32_t>(key >> 32);
        }
        ++r.count;
      }
  return trace;
}

Launch starter_launch(int bytes = 4) {
  const auto p = algebra::partition(gpu_test::layout("(8,8):(8,1)"), algebra::evaluate("<4:1,4:1>", {}, algebra::IntegerRule::math)->value, gpu_test::layout("(2,4):(4,1)"));
  REQUIRE(p);
  return {.partition = p->layout, .elements = 64, .element_bytes = bytes};
}

}  // namespace

TEST_CASE("touch keys and records say who, where and when") {
  const algebra::Touch t{.block = (1u << 31) - 2, .thread = 1023, .access = (1u << 21) - 2};
  const auto key = algebra::touch_key(t);
  const TraceRecord r{static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32), 1, 0};
  CHECK(algebra::first_touch(r) == t);
}

TEST_CASE("the CPU's trace is the trace by its definition, overlaps and out-of-bounds accesses included") {
  std::mt19937 random(3);
  const auto runner = Runner::create(Want::cpu);
  for (int round = 0; round < 300; ++round) {
    const auto launch = gpu_test::random_launch(random);
    std::vector<TraceRecord> trace(static_cast<std::size_t>(launch.elements));
    const auto report = runner->run(launch, std::span(trace));
    REQUIRE(report);
    std::int64_t outside = 0;
    REQUIRE(trace == by_definition(launch, outside));
    CHECK(report->out_of_bounds == outside);
    CHECK(report->once + report->never + report->more == launch.elements);
    CHECK(report->same == report->compared);
    CHECK(report->compared == launch.elements);
  }
}

TEST_CASE("the starter launch touches every element once") {
  const auto launch = starter_launch();
  std::vector<TraceRecord> trace(64);
  const auto report = Runner::create(Want::cpu)->run(launch, std::span(trace));
  REQUIRE(report);
  CHECK(report->once == 64);
  CHECK(report->blocks == 4);
  CHECK(report->threads == 8);
  CHECK(report->values == 2);
  // A(5,2): block (1,0), row 1 of the tile, thread 6.
  CHECK(algebra::first_touch(trace[42]) == algebra::Touch{.block = 1, .thread = 6, .access = 0});
}

TEST_CASE("lines, sectors and banks of hand-worked requests") {
  const auto of = [](const char* partition, int bytes) { return request({.partition = gpu_test::layout(partition), .elements = 1 << 20, .element_bytes = bytes}, 0, 0, 0); };
  const auto row = of("(1,32,1):(0,1,0)", 4);              // 32 floats in a row
  CHECK(row.lanes == 32);
  CHECK(row.lines == 1);
  CHECK(row.sectors == 4);
  CHECK(row.ideal_sectors == 4);
  CHECK(row.bank_ways == 1);
  const auto strided = of("(1,32,1):(0,2,0)", 4);          // every other float
  CHECK(strided.lines == 2);
  CHECK(strided.sectors == 8);
  CHECK(strided.ideal_sectors == 4);
  CHECK(strided.bank_ways == 2);
  const auto column = of("(1,32,1):(0,32,0)", 4);          // a column of a 32 x 32 tile
  CHECK(column.sectors == 32);
  CHECK(column.bank_ways == 32);
  CHECK(of("(1,32,1):(0,33,0)", 4).bank_ways == 1);        // the same, padded
  CHECK(of("(1,32,1):(0,0,0)", 4).bank_ways == 1);         // broadcast
  CHECK(of("(1,32,1):(0,0,0)", 4).ideal_sectors == 1);
  CHECK(of("(1,32,1):(0,1,0)", 16).bank_ways == 1);        // quarter warps
  CHECK(of("(1,32,1):(0,1,0)", 16).lines == 4);
  CHECK(of("(1,32,1):(0,2,0)", 8).bank_ways == 2);
  CHECK(of("(1,32,1):(0,1,0)", 1).sectors == 1);
}

TEST_CASE("launches that no device runs are refused in a sentence") {
  const auto runner = Runner::create(Want::cpu);
  std::vector<TraceRecord> trace(64);
  for (const char* partition : {"(1,2048,1):(0,1,0)", "(8,8):(8,1)", "(1,1,4194304):(0,0,1)", "(2147483648,1,1):(0,0,0)"}) {
    const auto report = runner->run({.partition = gpu_test::layout(partition), .elements = 64}, std::span(trace));
    REQUIRE_FALSE(report);
    CHECK(report.error().message.ends_with("."));
  }
  CHECK(runner->run(starter_launch(), std::span(trace)));
}

TEST_CASE("without a device the runner says why and runs on the CPU") {
  const auto runner = Runner::create(Want::automatic, {.no_device = true});
  CHECK(runner->device_name() == "CPU");
  CHECK_FALSE(runner->why_not_cuda().empty());
  std::vector<TraceRecord> trace(64);
  CHECK(runner->run(starter_launch(), std::span(trace)));
}

TEST_CASE("reports as text and as JSON") {
  const auto launch = starter_launch();
  std::vector<TraceRecord> trace(64);
  const auto report = Runner::create(Want::cpu)->run(launch, std::span(trace));
  CHECK(report_text(launch, *report).find("same as the algebra     64 of 64") != std::string::npos);
  CHECK(report_json(launch, *report).find("\"once\":64") != std::string::npos);
}
