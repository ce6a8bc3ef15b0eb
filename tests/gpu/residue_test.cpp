// Launches over tensors that the tile does not divide, against CuTe's predicate by coordinates, access by access.

#include <doctest/doctest.h>

#include <map>
#include <random>
#include <set>

#include "gpu/launch/kernel_source.hpp"
#include "gpu/run/playback.hpp"
#include "gpu/run/report.hpp"
#include "gpu/run/runner.hpp"
#include "gpu/run/summary.hpp"
#include "tests/gpu/launch_forms.hpp"
#include "tests/gpu/residue_launches.hpp"

using namespace gpu;
using algebra::TraceRecord;
using gpu_test::planned;
using gpu_test::refusal;
using gpu_test::ResidueLaunch;

namespace {

Report run_on_cpu(const Launch& launch, std::vector<TraceRecord>& trace) {
  trace.assign(static_cast<std::size_t>(launch.elements), {});
  Progress progress;
  auto report = run(*Runner::create(Want::cpu), launch, trace, progress);
  REQUIRE(report);
  return *report;
}

LaunchForm form_of(const char* tensor, const char* tile, const char* threads, Kernel kernel = Kernel::local_partition,
                   const char* values = "") {
  LaunchForm form;
  form.tensor = tensor;
  form.tile = tile;
  form.threads = threads;
  form.kernel = kernel;
  form.values = values;
  return form;
}

}  // namespace

TEST_CASE("random residue launches touch what CuTe's predicate lets them, and nothing else") {
  std::mt19937 random(23);
  int guarded = 0, vectors = 0, once = 0, of_tile = 0;
  for (int round = 0; round < 500; ++round) {
    const auto r = gpu_test::random_residue_launch(random);
    const auto& shape = r.plan.shape;
    const auto& launch = r.plan.launch;
    CAPTURE(round);
    REQUIRE(shape.touches() == r.padded());
    std::vector<TraceRecord> expected(static_cast<std::size_t>(launch.elements));
    std::vector<std::vector<algebra::Touch>> owners(expected.size());
    std::int64_t beyond = 0;
    for (std::int64_t v = 0; v < shape.values; ++v)
      for (std::int64_t b = 0; b < shape.blocks; ++b)
        for (std::int64_t t = 0; t < shape.threads; ++t) {
          const algebra::Touch touch{
              .block = static_cast<std::uint32_t>(b), .thread = static_cast<std::uint32_t>(t), .access = static_cast<std::uint32_t>(v)};
          const auto element = r.element(b, t, v);
          REQUIRE(shape.element(touch.block, touch.thread, touch.access) == element.value_or(predicated_off));
          if (!element) {
            ++beyond;
            continue;
          }
          REQUIRE(*element >= 0);
          REQUIRE(*element < launch.elements);
          auto& record = expected[static_cast<std::size_t>(*element)];
          if (record.count++ == 0) {
            const auto key = algebra::touch_key(touch);
            record.first_low = static_cast<std::uint32_t>(key);
            record.first_high = static_cast<std::uint32_t>(key >> 32);
          }
          owners[static_cast<std::size_t>(*element)].push_back(touch);
          // A whole access is inside or beyond, aligned and side by side.
          const auto first = r.element(b, t, v / shape.width * shape.width);
          REQUIRE(first);
          REQUIRE(*element == *first + v % shape.width);
          REQUIRE(*first % shape.width == 0);
        }
    std::vector<TraceRecord> trace;
    const auto report = run_on_cpu(launch, trace);
    REQUIRE(trace == expected);
    CHECK(report.touches->predicated == beyond);
    CHECK(report.touches->out_of_bounds == 0);
    CHECK(report.comparison->same == launch.elements);
    REQUIRE(report.copied);
    CHECK(report.copied->wrong == 0);
    CHECK(report.copied->checked > 0);
    // Every element of the tensor as often as its tiles and threads mean to: once.
    std::int64_t size = 1;
    for (const auto n : r.shape) size *= n;
    CHECK(report.touches->once == size);
    CHECK(report.touches->more == 0);
    if (shape.once) CHECK(std::ranges::all_of(expected, [](const auto& e) { return e.count <= 1; }));
    for (std::int64_t e = 0; e < launch.elements; e += 7) REQUIRE(gpu::owners(shape, e, 8).touches == owners[static_cast<std::size_t>(e)]);
    // The guards' own counts, one by one.
    for (const auto& g : launch.guards) {
      std::int64_t count = 0;
      for (std::int64_t i = 0; i < algebra::size(g.coordinate); ++i) count += g.coordinate(i) >= g.limit;
      CHECK(count_beyond(g, shape.blocks, shape.threads, shape.values) == count);
      of_tile += g.of_tile;
    }
    CHECK(launch.guards.empty() == (beyond == 0));
    guarded += beyond > 0;
    vectors += beyond > 0 && shape.width > 1;
    once += beyond > 0 && shape.once;
  }
  CHECK(guarded > 400);
  CHECK(vectors > 20);
  CHECK(once > 100);
  CHECK(of_tile > 10);
}

TEST_CASE("the requests of residue launches are those of the lanes inside, counted by hand") {
  std::mt19937 random(29);
  int launches = 0;
  for (int round = 0; round < 300; ++round) {
    const auto r = gpu_test::random_residue_launch(random);
    const auto& w = r.plan.shape;
    if (w.shared_memory) continue;
    ++launches;
    std::int64_t requests = 0, lanes = 0, sectors = 0, lines = 0;
    for (std::int64_t b = 0; b < w.blocks; ++b)
      for (std::int64_t v = 0; v < w.values; v += w.width)
        for (std::int64_t warp = 0; warp < w.threads; warp += 32) {
          std::set<std::int64_t> of_sectors, of_lines;
          std::int64_t active = 0;
          for (std::int64_t t = warp; t < std::min<std::int64_t>(warp + 32, w.threads); ++t)
            if (const auto element = r.element(b, t, v)) {
              ++active;
              for (std::int64_t byte = *element * w.element_bytes; byte < (*element + w.width) * w.element_bytes; ++byte) {
                of_sectors.insert(byte / 32);
                of_lines.insert(byte / 128);
              }
            }
          requests += active > 0;
          lanes += active;
          sectors += std::ssize(of_sectors);
          lines += std::ssize(of_lines);
        }
    const auto memory = predict(w);
    REQUIRE(memory.global_load);
    CAPTURE(round);
    CHECK(memory.global_load->exact);
    CHECK(memory.global_load->requests == requests);
    CHECK(memory.global_load->lanes == lanes);
    CHECK(memory.global_load->sectors == sectors);
    CHECK(memory.global_load->lines == lines);
  }
  CHECK(launches > 100);
}

TEST_CASE("shared memory: lanes beyond the end ask no bank") {
  // 24 of 32 columns: each row of 32 threads asks 24 words, and one warp in four none at all.
  const auto plan = planned([] {
    auto form = form_of("(6,24):(24,1)", "(8,32)", "(8,32):(32,1)");
    form.shared_memory = true;
    return form;
  }());
  REQUIRE(plan);
  const auto memory = predict(plan->shape);
  REQUIRE(memory.shared_load);
  CHECK(memory.shared_load->requests == 6);
  CHECK(memory.shared_load->lanes == 6 * 24);
  CHECK(memory.shared_load->wavefronts == 6);
}

TEST_CASE("the tutorial's launch, and what the report says") {
  const auto plan = planned(form_of("(528,300)", "(128,64)", "(32,8)"));
  REQUIRE(plan);
  CHECK(plan->blocks() == 25);
  std::vector<TraceRecord> trace;
  const auto report = run_on_cpu(plan->launch, trace);
  CHECK(report.touches->once == 528 * 300);
  CHECK(report.touches->predicated == 640 * 320 - 528 * 300);
  const auto text = report_text(plan->launch, report);
  CHECK(text.find("beyond the end          46400 of 204800 touches predicated off (mode 0 of the tensor: 35840, mode 1 of the tensor: "
                  "12800)") != std::string::npos);
  CHECK(text.find("out of bounds           0\n") != std::string::npos);
  const auto json = report_json(plan->launch, report);
  CHECK(json.find("\"predicated_off\":46400") != std::string::npos);
  CHECK(json.find("\"guards\":[{\"beyond\":35840,\"limit\":528,\"mode\":0,\"of\":\"tensor\"},{\"beyond\":12800,\"limit\":300,\"mode\":1,"
                  "\"of\":\"tensor\"}]") != std::string::npos);
  // The report does not mention the end if the tile divides the tensor.
  const auto whole = planned(form_of("(512,256)", "(128,64)", "(32,8)"));
  REQUIRE(whole);
  CHECK(report_text(whole->launch, run_on_cpu(whole->launch, trace)).find("beyond") == std::string::npos);
}

TEST_CASE("an access reaches over no end: plain ones are narrower, instructions are refused by name") {
  const auto width = [](const char* tensor, const char* tile) {
    const auto plan = planned(form_of(tensor, tile, "(32,8)", Kernel::tiled_copy, "(4,1)"));
    REQUIRE(plan);
    return plan->shape.width;
  };
  CHECK(width("(528,300):(1,528)", "(128,64)") == 4);
  CHECK(width("(530,300):(1,532)", "(128,64)") == 2);
  CHECK(width("(529,300):(1,532)", "(128,64)") == 1);
  CHECK(width("(640,300):(1,640)", "(128,64)") == 4);
  // The other mode may end anywhere.
  CHECK(width("(528,299):(1,528)", "(128,64)") == 4);

  const std::string exact = "copy = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,float>, (32,8), (4,1))";
  CHECK(refusal(form_of("(528,300):(1,528)", "(128,64)", "copy", Kernel::tiled_copy), exact) == "a plan");
  CHECK(refusal(form_of("(530,300):(1,532)", "(128,64)", "copy", Kernel::tiled_copy), exact) ==
        "UniversalCopy<uint128_t> moves 16 bytes at once, 4 neighbouring elements: mode 0 of the tensor has 530 elements, not a multiple "
        "of 4, so an access would reach beyond its end; use 528 or 532.");
  const std::string async = "copy = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>,half_t>, (16,8):(8,1), (1,8))";
  CHECK(refusal(form_of("(100,72):(72,1)", "(32,64)", "copy", Kernel::tiled_copy), async) == "a plan");
  CHECK(refusal(form_of("(100,68):(72,1)", "(32,64)", "copy", Kernel::tiled_copy), async).find("68 elements, not a multiple of 8") !=
        std::string::npos);
  const std::string ldmatrix =
      "mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,1,1))\ncopy = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N,half_t>, mma)";
  CHECK(refusal(form_of("(72,64):(64,1)", "(32,32)", "copy", Kernel::tiled_copy), ldmatrix) ==
        "SM75_U32x4_LDSM_N takes a row from every lane, but the tiles reach beyond the end of mode 0 of the tensor, which has 72 elements. "
        "Use tiles that divide it.");
}

TEST_CASE("_ in a tile takes its mode whole") {
  const auto plan = planned(form_of("(24,36):(36,1)", "(_,4)", "(8,4)"));
  REQUIRE(plan);
  CHECK(plan->blocks() == 9);
  CHECK(plan->launch.guards.empty());
  CHECK(algebra::to_string(plan->partition.tile, algebra::Marks::plain) == "(24,4):(36,1)");
  // Threads must still divide it.
  CHECK(refusal(form_of("(20,36):(36,1)", "(_,4)", "(8,4)")) == "The threads <8,4> do not divide the tile (20,4).");
}

TEST_CASE("a grid of one's own runs on beyond the end, and each of its threads is told apart") {
  auto form = form_of("(20,10)", "(8,4)", "(8,4)");
  form.grid = "12";
  const auto plan = planned(form);
  REQUIRE(plan);
  std::vector<TraceRecord> trace;
  const auto report = run_on_cpu(plan->launch, trace);
  CHECK(report.touches->once == 200);
  CHECK(report.touches->more == 0);
  CHECK(report.touches->predicated + 200 + report.touches->out_of_bounds == 12 * 32);
}

TEST_CASE("the kernel's source has the predicate by coordinates") {
  const auto plan = planned(form_of("(528,300)", "(128,64)", "(32,8)"));
  REQUIRE(plan);
  const auto source = kernel_source(plan->shape);
  CHECK(source.find("// elem_less(coordinate, shape)") != std::string::npos);
  CHECK(source.find("< 528 && ") != std::string::npos);
  CHECK(source.find("< 300;") != std::string::npos);
  CHECK(source.find("const int active = inside(block, thread, value)") != std::string::npos);
  CHECK(first_touches(*plan).empty() == (plan->shape.touches() > 1 << 16));
}
