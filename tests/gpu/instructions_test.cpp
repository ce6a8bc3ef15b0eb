// Launches by instruction: what ldmatrix, stmatrix and cp.async move, and what memory sees of it.

#include <doctest/doctest.h>

#include <map>
#include <set>

#include "algebra/hardware/tiled.hpp"
#include "gpu/launch/kernel_source.hpp"
#include "gpu/run/cpu_copy.hpp"
#include "gpu/run/report.hpp"
#include "tests/gpu/cuda_launches.hpp"
#include "tests/gpu/instruction_launches.hpp"

using namespace gpu;
using gpu_test::planned;

namespace {

constexpr const char* ldsm = "make_tiled_copy_impl(Copy_Atom<SM75_U32x{}_LDSM_N,half_t>, ((4,8),(2,{})):(({},1),({},{})), ({},{}))";

/// Turns of shared memory, counted word by word: for each row of 16 bytes the lanes of its phase of eight.
std::int64_t counted_by_hand(const LaunchForm& form, int lanes) {
  const auto copy = std::get<algebra::TiledCopy>(algebra::evaluate(form.threads, {}, algebra::IntegerRule::math)->value);
  const bool load = copy.atom.traits->name.find("LDSM") != std::string::npos;
  const auto layout = gpu_test::layout(form.tensor);
  std::int64_t turns = 0;
  const auto threads = algebra::size(algebra::mode(copy.layout_tv, 0));
  std::vector<algebra::Tensor> parts;
  for (std::int64_t t = 0; t < threads; ++t)
    parts.push_back(algebra::partition(copy, load ? algebra::Side::source : algebra::Side::destination, algebra::Int{t, true},
                                       algebra::Tensor{.offset = 0, .layout = layout}));
  const auto values = algebra::size(parts[0].layout);
  for (std::int64_t warp = 0; warp < threads; warp += 32)
    for (std::int64_t v = 0; v < values; v += 8)
      for (int first = 0; first < lanes; first += 8) {
        std::map<std::int64_t, std::set<std::int64_t>> words;  // by bank
        for (int lane = first; lane < first + 8; ++lane) {
          const auto& part = parts[static_cast<std::size_t>(warp + lane)];
          for (int k = 0; k < 8; ++k) {
            const auto word = (part.offset + part.layout(v + k)) * 2 / 4;
            words[word % 32].insert(word);
          }
        }
        std::size_t most = 0;
        for (const auto& [bank, wanted] : words) most = std::max(most, wanted.size());
        turns += static_cast<std::int64_t>(most);
      }
  return turns;
}

}  // namespace

TEST_CASE("ldmatrix x1, x2 and x4 take a turn for each eight rows, and more where rows meet in a bank") {
  // 64 matrices of a tile of 64 x 64 halves, by one warp: rows of 128 bytes meet in their bank, swizzled or padded ones do not.
  for (const int matrices : {1, 2, 4}) {
    LaunchForm form{.tile = "(64,64)", .kernel = Kernel::tiled_copy, .shared_memory = true};
    const int n = 8 * matrices;
    form.threads = fmt::format(ldsm, matrices, matrices, 16, 8, 64, 8, n);
    CAPTURE(form.threads);
    form.tensor = "(64,64):(64,1)";
    const auto column = planned(form);
    if (!column) FAIL(column.error());
    CHECK(column->requests() == 64 / matrices);
    auto m = predict(column->shape);
    CHECK(m.shared_load->requests == 64 / matrices);
    CHECK(m.shared_load->lanes == 8 * 64);
    CHECK(m.shared_load->wavefronts == 512);
    CHECK(m.shared_load->conflicts() == 512 - 64);
    CHECK(counted_by_hand(form, 8 * matrices) == 512);
    form.tensor = "(64,64):(72,1)";
    CHECK(predict(planned(form)->shape).shared_load->wavefronts == 64);
    CHECK(counted_by_hand(form, 8 * matrices) == 64);
    form.tensor = "composition(Swizzle<3,3,3>, (64,64):(64,1))";
    m = predict(planned(form)->shape);
    CHECK(m.shared_load->wavefronts == 64);
    CHECK(m.tensor() == &*m.shared_load);
  }
}

TEST_CASE("the turns of random matrix instructions are those that are counted word by word") {
  std::mt19937 random(31);
  int compared = 0;
  while (compared < 200) {
    const auto form = gpu_test::random_instruction_form(random);
    const auto p = planned(form);
    if (!p || !p->shape.instruction.by_matrix() || p->launch.swizzle.bits > 0 || p->blocks() != 1) continue;
    CAPTURE(form.tensor);
    CAPTURE(form.threads);
    const auto m = predict(p->shape);
    CHECK(m.tensor()->wavefronts == counted_by_hand(form, 8 * p->shape.instruction.matrices));
    ++compared;
  }
}

TEST_CASE("each lane receives what CuTe's layouts say, as the CPU plays the instructions") {
  std::mt19937 random(32);
  std::set<std::string> played;
  for (int round = 0; round < 400; ++round) {
    const auto p = gpu_test::random_instruction_launch(random);
    CAPTURE(p.shape.instruction.name);
    CAPTURE(algebra::to_string(p.launch.partition, algebra::Marks::plain));
    Progress progress;
    const auto copied = copy_on_cpu(p.shape, progress);
    REQUIRE(copied);
    CHECK(copied->wrong == 0);
    if (p.shape.once) CHECK(copied->checked == p.shape.touches());
    std::vector<gpu_test::TraceRecord> trace(static_cast<std::size_t>(p.launch.elements));
    const auto report = run(*Runner::create(Want::cpu), p.launch, trace, progress);
    REQUIRE(report);
    CHECK(report->comparison->same == report->comparison->compared);
    CHECK(report->instruction == ptx_of(p.shape.instruction));
    CHECK(kernel_source(p.shape).find(ptx_of(p.shape.instruction)) != std::string::npos);
    played.insert(p.shape.instruction.name);
  }
  CHECK(played.size() == 16);  // six ldmatrix, six stmatrix, four cp.async
}

TEST_CASE("an atom moves as many bytes as it says, and the mode that keeps it from that is named") {
  const auto refused = [](const char* atom, const char* tensor, bool shared = false) {
    const auto p = planned({.tensor = tensor,
                            .tile = "(32,64)",
                            .threads = fmt::format("make_tiled_copy(Copy_Atom<{},half_t>, (32,8):(8,1), (1,8))", atom),
                            .kernel = Kernel::tiled_copy,
                            .shared_memory = shared});
    return p ? fmt::format("{} bytes", p->shape.width * p->shape.element_bytes) : p.error();
  };
  constexpr const char *async = "SM80_CP_ASYNC_CACHEALWAYS<uint128_t>", *rows = "(32,64):(64,1)";
  CHECK(refused(async, rows) == "16 bytes");
  CHECK(refused("UniversalCopy<uint64_t>", rows) == "8 bytes");
  CHECK(refused("UniversalCopy<uint16_t>", rows) == "2 bytes");
  CHECK(refused("DefaultCopy", rows) == "2 bytes");
  CHECK(refused("AutoVectorizingCopy", rows) == "16 bytes");
  CHECK(refused("AutoVectorizingCopy", "(32,64):(1,32)") == "2 bytes");
  CHECK(refused(async, "(32,64):(1,32)") ==
        "SM80_CP_ASYNC_CACHEALWAYS<uint128_t> moves 16 bytes at once, 8 neighbouring elements: the values' mode 8:32 leaves 32 between "
        "neighbours, where an access takes 8 side by side.");
  CHECK(
      refused(async, "(32,64):(68,1)") ==
      "SM80_CP_ASYNC_CACHEALWAYS<uint128_t> moves 16 bytes at once, 8 neighbouring elements: the threads' mode 32:68 moves accesses by 68 "
      "elements, which is not a multiple of 8.");
  CHECK(
      refused("UniversalCopy<uint128_t>", "composition(Swizzle<2,2,3>, (32,64):(64,1))", true) ==
      "UniversalCopy<uint128_t> moves 16 bytes at once, 8 neighbouring elements: Swizzle<2,2,3> keeps only 4 elements side by side, and an "
      "access takes 8.");
  const auto matrix = [](const char* tensor, bool shared) {
    const auto p = planned({.tensor = tensor,
                            .tile = "(8,8)",
                            .threads = "make_tiled_copy_impl(Copy_Atom<SM75_U32x1_LDSM_N,half_t>, ((4,8),2):((16,1),8), (8,8))",
                            .kernel = Kernel::tiled_copy,
                            .shared_memory = shared});
    return p ? "a plan" : p.error();
  };
  CHECK(matrix("(8,8):(8,1)", true) == "a plan");
  CHECK(matrix("(8,8):(8,1)", false) == "SM75_U32x1_LDSM_N reads shared memory: choose shared memory for the tensor.");
  CHECK(
      matrix("(8,8):(1,8)", true) ==
      "SM75_U32x1_LDSM_N takes rows of 16 bytes: the values' mode 8:8 leaves 8 between neighbours, where an access takes 8 side by side.");
  CHECK(matrix("(8,8):(12,1)", true) ==
        "SM75_U32x1_LDSM_N takes rows of 16 bytes: the threads' mode 8:12 moves accesses by 12 elements, which is not a multiple of 8.");
}

TEST_CASE("what threads share with a stride of 0 is meant, and all else is not") {
  // The warps along N have the same part of A, as in sgemm_sm80.
  constexpr const char* mma = "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1), <32,32,16>)";
  LaunchForm form{.tensor = "(32,16):(16,1)",
                  .tile = "(32,16)",
                  .threads = fmt::format("make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N,half_t>, {})", mma),
                  .kernel = Kernel::tiled_copy,
                  .shared_memory = true};
  const auto touched = [&] {
    const auto p = planned(form);
    if (!p) FAIL(p.error());
    std::vector<gpu_test::TraceRecord> trace(static_cast<std::size_t>(p->launch.elements));
    Progress progress;
    const auto report = run(*Runner::create(Want::cpu), p->launch, trace, progress);
    REQUIRE(report);
    return *report;
  };
  auto report = touched();
  CHECK(report.shared_by == 2);
  CHECK(report.touches->once == 512);
  CHECK(report.touches->more == 0);
  CHECK(report_text(planned(form)->launch, report).find("touched by 2, as meant  512 / 512") != std::string::npos);
  form.tensor = "(32,16):(16,1)";
  form.threads = fmt::format("make_tiled_copy_B(Copy_Atom<SM75_U32x4_LDSM_N,half_t>, {})", mma);
  report = touched();
  CHECK(report.shared_by == 2);
  CHECK(report.touches->more == 0);
  // Threads whose values overlap are a mistake.
  form = {.kernel = Kernel::layout, .partition = "(1,(8,2),4):(0,(4,0),1)"};
  CHECK(touched().touches->more == 0);
  form.partition = "(1,(8,2),4):(0,(3,0),1)";
  CHECK(touched().touches->more == 7);
}

TEST_CASE("the device runs the instructions themselves, with the CPU's answer") {
  if (!gpu_test::has_device()) return;
  const auto runner = Runner::create(Want::cuda);
  std::mt19937 random(33);
  int right = 0;
  const int count = std::min(gpu_test::rounds(), 1000);
  for (int round = 0; round < count; ++round) {
    const auto p = gpu_test::random_instruction_launch(random);
    CAPTURE(round);
    CAPTURE(p.shape.instruction.name);
    CAPTURE(algebra::to_string(p.launch.partition, algebra::Marks::plain));
    Progress progress;
    const auto copied = runner->copy(p.launch, progress);
    if (!copied) FAIL(copied.error().message);
    CHECK(copied->compiled);
    CHECK(copied->why_generic == "");
    CHECK(copied->wrong == 0);
    if (p.shape.once) CHECK(copied->checked == p.shape.touches());
    right += copied->wrong == 0 && copied->compiled;
    std::vector<gpu_test::TraceRecord> trace(static_cast<std::size_t>(p.launch.elements));
    const auto touches = runner->trace(p.launch, trace, progress);
    REQUIRE(touches);
    const auto on_cpu = gpu_test::on_cpu(p.launch);
    CHECK(gpu_test::same(trace, on_cpu.trace));
    gpu_test::check_touches(*touches, on_cpu.touches);
  }
  std::printf("instructions: %d of %d right\n", right, count);
}
