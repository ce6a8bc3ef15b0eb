// Flows that are run: by the layouts on the CPU, and where there is a GPU by it.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "app/flow/program_flow.hpp"
#include "app/lessons/examples.hpp"
#include "app/system/files.hpp"
#include "gpu/replay/replay.hpp"
#include "tests/skip.hpp"
#include "tests/test_data.hpp"
#ifdef CUTESCOPE_WITH_CUDA
#include "gpu/cuda/nvrtc.hpp"
#endif

using namespace app;

namespace replay_test {

std::string kernel(const std::string& name) {
  return read_file(fmt::format("{}/fixtures/kernels/{}.cu", test_data(), name), 1 << 20).value();
}

/// Its only kernel's first block.
gpu::Flow flow_of(const KernelSource& source, const ProgramSettings& settings = {}) {
  auto flows = flows_of_program(source, settings);
  REQUIRE(flows.size() == 1);
  return std::move(flows.front());
}

gpu::ReplayReport played(const gpu::Flow& flow) {
  const auto plan = gpu::plan_replay(flow);
  REQUIRE_MESSAGE(plan, plan.error());
  // Zeros would come out of any kernel.
  CHECK(std::ranges::count(plan->results, 0.0, &gpu::ReplayResult::value) < static_cast<std::ptrdiff_t>(plan->results.size()) / 2);
  const auto report = gpu::replay(*plan, nullptr, "none");
  REQUIRE(report);
  return *report;
}

constexpr std::string_view sheets[] = {"kernel_hand", "kernel_vectors", "kernel_stages", "kernel_tma"};

/// A fault put into a program, to see its effect on C.
struct Fault {
  const char *kernel, *from, *to;
};

TEST_CASE("a kernel that is right gives what plain arithmetic gives") {
  for (const auto& [name, elements] :
       {std::pair{"shared", 64 * 32}, std::pair{"pipelined", 128 * 64}, std::pair{"tensor_maps", 128 * 64}}) {
    CAPTURE(name);
    const auto report = played(flow_of(kernel(name)));
    CHECK(report.elements == elements);
    CHECK(report.wrong == 0);
    CHECK_FALSE(report.hardware);
    CHECK(gpu::summary(report).text() == fmt::format("CPU: {} elements of C match plain arithmetic", elements));
  }
  // Another block has other rows and columns.
  CHECK(played(flow_of(kernel("pipelined"), {{"blockIdx.x", "1"}})).wrong == 0);
}

TEST_CASE("a sheet's kernel gives what plain arithmetic gives") {
  for (const auto name : sheets) {
    CAPTURE(name);
    const auto sheet = example_sheet(name, Language::english);
    const auto report = played(flow_of(KernelSource(sheet)));
    CHECK(report.elements > 0);
    CHECK(report.wrong == 0);
  }
}

TEST_CASE("a kernel that computes something else gives something else") {
  for (const auto& f : {Fault{"shared", "k < size<2>(fromA)", "k < size<2>(fromA) - 1"}, Fault{"shared", "  clear(rC);\n", ""},
                        Fault{"shared", "fromB(_, _, k)", "fromB(_, _, 0)"}, Fault{"shared", "gemm(cA, cB, rC)", "gemm(cA, cA, rC)"},
                        Fault{"pipelined", "tile_k < tiles", "tile_k < tiles - 1"},
                        Fault{"pipelined", "mma_part = mma.get_slice(threadIdx.x)", "mma_part = mma.get_slice(threadIdx.x ^ 1)"},
                        Fault{"pipelined", "inB(_, _, k));\n", "inB(_, _, 0));\n"}}) {
    CAPTURE(f.from);
    auto source = kernel(f.kernel);
    const auto at = source.find(f.from);
    REQUIRE(at != source.npos);
    source.replace(at, std::string_view(f.from).size(), f.to);
    const auto report = played(flow_of(source));
    CHECK(report.wrong > 0);
    REQUIRE(report.first_wrong);
    CHECK(report.first_wrong->found != report.first_wrong->wanted);
  }
}

TEST_CASE("what cannot be run is said, with its line") {
  auto source = kernel("tensor_maps");
  // One arrival fewer than is expected.
  const std::string_view expected = "Empty::init(&empty[s], 128)";
  const auto at = source.find(expected);
  REQUIRE(at != source.npos);
  source.replace(at, expected.size(), "Empty::init(&empty[s], 129)");
  const auto plan = gpu::plan_replay(flow_of(source));
  REQUIRE_FALSE(plan);
  CHECK(plan.error().text().starts_with("It waits for an event that never occurs: "));
}

#ifdef CUTESCOPE_WITH_CUDA
TEST_CASE("the run-time compiler takes the kernel of every flow for a Hopper GPU that is not there") {
  gpu::cuda::Compiler compiler;
  const gpu::cuda::Abilities hopper{.major = 9, .minor = 0};
  if (const auto plain = compiler.compiles("", hopper); !plain) return skipped(plain.error());
  std::vector<gpu::Flow> flows;
  for (const auto* name : {"shared", "pipelined", "tensor_maps"}) flows.push_back(flow_of(kernel(name)));
  for (const auto name : sheets) flows.push_back(flow_of(KernelSource(example_sheet(name, Language::english))));
  for (const auto& flow : flows) {
    CAPTURE(flow.kernel);
    const auto plan = gpu::plan_replay(flow);
    REQUIRE(plan);
    const auto compiled = compiler.compiles(gpu::replay_source(*plan), hopper);
    CHECK_MESSAGE(compiled, compiled.error());
  }
}
#endif

TEST_CASE("the GPU gives what plain arithmetic gives, and its threads have what their layouts say") {
  algebra::Message why;
  const auto device = gpu::ReplayDevice::create(why);
  if (device == nullptr) return skipped(why);
  std::vector<gpu::Flow> flows;
  for (const auto* name : {"shared", "pipelined", "tensor_maps"}) flows.push_back(flow_of(kernel(name)));
  for (const auto name : sheets) flows.push_back(flow_of(KernelSource(example_sheet(name, Language::english))));
  for (const auto& flow : flows) {
    CAPTURE(flow.kernel);
    const auto plan = gpu::plan_replay(flow);
    REQUIRE(plan);
    const auto report = gpu::replay(*plan, device.get(), why);
    REQUIRE_MESSAGE(report, report.error());
    CHECK(report->hardware);
    CHECK(report->elements > 0);
    CHECK(report->wrong == 0);
    CHECK(report->taken > 0);
    CHECK_MESSAGE(report->different == 0, gpu::summary(*report));
    CHECK_FALSE(report->stuck);
    CHECK(report->cycles > 0);
  }
}

}  // namespace replay_test
