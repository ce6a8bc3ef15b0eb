// Launches by TMA: planned, played on the CPU, by plain loops and on a device, with one trace.

#include "gpu/tma/tma_launch.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "algebra/layout/operations.hpp"
#include "gpu/launch/kernel_source.hpp"
#include "gpu/run/cpu_trace.hpp"
#include "gpu/run/playback.hpp"
#include "gpu/run/summary.hpp"
#include "tests/gpu/cuda_launches.hpp"
#include "tests/gpu/launch_forms.hpp"
#include "tests/gpu/tma_launches.hpp"

using namespace gpu;
using namespace gpu_test;

namespace {

constexpr const char* halves =
    "G = make_tensor(make_gmem_ptr<half_t>(ptr), (256,128):(128,1))\n"
    "S = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64))\n";
const LaunchForm by_tma{.tensor = "G", .tile = "(128,64)", .threads = "tma", .kernel = Kernel::tiled_copy};

std::string lines(const char* rest) { return std::string(halves) + rest; }

struct Run {
  std::vector<TraceRecord> trace;
  Touches touches;
};
Run run_with(TmaDevice& device, const LaunchPlan& plan) {
  Run r;
  r.trace.resize(static_cast<std::size_t>(plan.launch.elements));
  Progress progress;
  algebra::Message why;
  auto landed = land(device, plan.launch, plan.shape, r.trace, r.touches, progress, why);
  REQUIRE_MESSAGE(landed, landed.error().message);
  REQUIRE_MESSAGE(*landed, why);
  r.touches.tma = std::move(**landed);
  return r;
}
Run run_on_cpu(const LaunchPlan& plan) {
  Run r;
  r.trace.resize(static_cast<std::size_t>(plan.launch.elements));
  Progress progress;
  const auto touches = traced_on_cpu(plan.launch, r.trace, progress, "The CPU was chosen.");
  REQUIRE(touches);
  r.touches = *touches;
  return r;
}

std::vector<std::int64_t> integers(const algebra::IntTuple& t) {
  std::vector<std::int64_t> all;
  algebra::product_each(t).for_each_integer([&](algebra::Int i) { all.push_back(i.value); });
  return all;
}

/// Elements that are not where the layouts of tensor, tile and shared memory say, coordinate by coordinate.
int astray(const LaunchPlan& plan, const PlainTma& device) {
  const auto& tma = *plan.launch.tma->atom.tma;
  const auto bytes = static_cast<std::size_t>(plan.launch.element_bytes);
  const TmaTiles tiles(*plan.launch.tma);
  auto sizes = integers(plan.tensor.shape()), tile = integers(plan.partition.tile.shape());
  tile.resize(sizes.size(), 1);
  std::vector<std::int64_t> strides;
  plan.tensor.stride().for_each_integer([&](algebra::Int i) { strides.push_back(i.value); });
  int wrong = 0;
  const PlainTma::Bytes zeros(16);
  for (std::int64_t t = 0; t < tiles.tiles(); ++t)
    for (std::int64_t cta = 0; cta < tiles.ctas(); ++cta)
      for (std::int64_t c = 0; c < algebra::size(plan.partition.tile); ++c) {
        std::int64_t element = 0, rest_tile = t, rest = c;
        bool inside = true;
        for (std::size_t m = 0; m < sizes.size(); ++m) {
          const auto along = (sizes[m] + tile[m] - 1) / tile[m];
          const auto at = rest_tile % along * tile[m] + rest % tile[m];
          rest_tile /= along;
          rest /= tile[m];
          inside = inside && at < sizes[m];
          element += at * strides[m];
        }
        const auto shared =
            static_cast<std::size_t>((t * tiles.ctas() + cta) * tiles.cta_bytes() +
                                     std::visit([&](const auto& l) { return l(c); }, tma.shared) * plan.launch.element_bytes);
        if (!tiles.stores()) {
          const auto* wanted = inside ? device.tensor_before.data() + element * plan.launch.element_bytes : zeros.data();
          wrong += std::memcmp(device.shared_after.data() + shared, wanted, bytes) != 0 ? 1 : 0;
        } else if (inside) {
          wrong += std::memcmp(device.tensor_after.data() + element * plan.launch.element_bytes, device.shared_before.data() + shared,
                               bytes) != 0;
        }
      }
  return wrong;
}

}  // namespace

TEST_CASE("a launch by TMA has a CTA for each tile, and its instructions one after the other") {
  const auto p = planned(by_tma, lines("tma = make_tma_copy(SM90_TMA_LOAD, G, S)"));
  REQUIRE_MESSAGE(p, p.error());
  CHECK(p->blocks() == 4);
  CHECK(p->threads() == 1);
  CHECK(p->values() == 128 * 64);
  CHECK(p->shape.request_values == 128 * 64);
  CHECK(p->requests() == 4);
  CHECK(p->shape.element(1, 0, 65) == 129 * 128 + 1);
  CHECK(ptx_of(p->launch.instruction) == "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes");

  // A tile wider than the swizzle takes an instruction for each of its columns of atoms, played one after the other.
  const LaunchForm wide{.tensor = "G", .tile = "(128,128)", .threads = "tma", .kernel = Kernel::tiled_copy};
  const auto q = planned(wide, lines("W = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,128))\n"
                                     "tma = make_tma_copy(SM90_TMA_STORE, G, W)"));
  REQUIRE_MESSAGE(q, q.error());
  CHECK(q->blocks() == 2);
  CHECK(q->requests() == 4);
  CHECK(request_at(*q, 1).block == 1);
  CHECK(request_at(*q, 2).access == 1);
  CHECK(q->shape.element(0, 0, 128 * 64) == 64);
  CHECK(ptx_of(q->launch.instruction) == "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group");

  // The CTAs of a cluster share each box.
  const auto m = planned(by_tma, lines("tma = make_tma_copy(SM90_TMA_LOAD_MULTICAST, G, S, (128,64), 2)"));
  REQUIRE_MESSAGE(m, m.error());
  CHECK(m->blocks() == 8);
  CHECK(m->shape.request_values == 64 * 64);
  CHECK(m->shape.element(1, 0, 0) == 64 * 128);
  CHECK(m->shape.element(2, 0, 0) == 128 * 128);
}

TEST_CASE("what no launch by TMA runs is refused with what would work") {
  const auto made = [](const char* tma) { return lines(tma); };
  CHECK(refusal(by_tma, made("tma = make_tma_copy(SM90_TMA_REDUCE_ADD, G, S)")).find("Use SM90_TMA_STORE") != std::string::npos);
  auto form = by_tma;
  form.tile = "(64,64)";
  CHECK(refusal(form, made("tma = make_tma_copy(SM90_TMA_LOAD, G, S)")).find("Use that tile, or make the copy for this one") !=
        std::string::npos);
  form = by_tma;
  form.tensor = "(128,64):(64,1)";
  CHECK(refusal(form, made("tma = make_tma_copy(SM90_TMA_LOAD, G, S)")).find("made for the tensor (256,128):(128,1)") != std::string::npos);
  form = by_tma;
  form.shared_memory = true;
  CHECK(refusal(form, made("tma = make_tma_copy(SM90_TMA_LOAD, G, S)")).find("choose global memory") != std::string::npos);
  form = by_tma;
  form.block_dims = "128";
  CHECK(refusal(form, made("tma = make_tma_copy(SM90_TMA_LOAD, G, S)")).find("leave grid and block empty") != std::string::npos);
  form = by_tma;
  form.target = "G";
  CHECK(refusal(form, made("tma = make_tma_copy(SM90_TMA_LOAD, G, S)")).find("leave the target empty") != std::string::npos);
  // CuTe hands these arguments over, and the driver refuses them.
  CHECK(refusal(by_tma, made("Z = Sw<2,4,3> o smem_ptr[16b](unset) o (_128,_64):(_64,_1)\ntma = make_tma_copy(SM90_TMA_LOAD, G, Z)"))
            .find("at most the 64 bytes that the swizzle 64B permutes") != std::string::npos);
}

TEST_CASE("boxes begin at multiples of 128 bytes in shared memory: else a device stops with a misaligned address") {
  const auto why = refusal({.tensor = "G", .tile = "(8,8)", .threads = "tma", .kernel = Kernel::tiled_copy},
                           "G = make_tensor(make_gmem_ptr<half_t>(ptr), (8,8):(1,16))\n"
                           "S = tile_to_shape(GMMA::Layout_MN_INTER_Atom<half_t>, (8,8))\n"
                           "tma = make_tma_copy(SM90_TMA_LOAD_MULTICAST, G, S, (8,8), 4)");
  CHECK(why ==
        "TMA puts boxes at multiples of 128 bytes in shared memory; instruction 0 of CTA 1 begins at byte 32. Use fewer CTAs in the "
        "cluster, or a larger tile.");
}

TEST_CASE("random launches by TMA: the CPU's trace is what boxes in plain loops leave, and what the layouts say") {
  std::mt19937 random(17);
  int runs = 0, cut = 0, multicasts = 0, stores = 0, refused = 0;
  while (runs < 240) {
    const auto f = random_tma_form(random);
    INFO(f.lines);
    const auto p = planned(f.form, f.lines);
    if (!p) {
      ++refused;
      REQUIRE_MESSAGE(refused < 400, p.error());
      continue;
    }
    ++runs;
    PlainTma device;
    const auto played = run_with(device, *p), expected = run_on_cpu(*p);
    const auto& landed = *played.touches.tma;
    CHECK(landed.differ == 0);
    CHECK(landed.misplaced == 0);
    CHECK(landed.contested == 0);
    CHECK(landed.tiles_run == landed.tiles);
    CHECK(landed.landed == expected.touches.tma->landed);
    CHECK(landed.filled == expected.touches.tma->filled);
    CHECK(played.trace == expected.trace);
    CHECK(played.touches.once == expected.touches.once);
    CHECK(played.touches.never == expected.touches.never);
    CHECK(played.touches.predicated == expected.touches.predicated);
    const auto compared = compare_with_algebra(p->launch, p->shape, played.trace);
    CHECK(compared.same == compared.compared);
    if (p->launch.instruction.multicast || p->launch.instruction.ctas == 1)
      if (p->launch.tma->atom.tma->map.data_type != "TFLOAT32") CHECK(astray(*p, device) == 0);
    cut += p->launch.guards.empty() ? 0 : 1;
    multicasts += p->launch.instruction.multicast ? 1 : 0;
    stores += p->launch.instruction.stores ? 1 : 0;
  }
  CHECK(cut > runs / 8);
  CHECK(multicasts > runs / 10);
  CHECK(stores > runs / 8);
}

TEST_CASE("a byte that lands elsewhere is found, with its instruction") {
  for (const auto* tma : {"tma = make_tma_copy(SM90_TMA_LOAD, G, S)", "tma = make_tma_copy(SM90_TMA_STORE, G, S)"}) {
    const auto p = planned(by_tma, lines(tma));
    REQUIRE(p);
    PlainTma device;
    device.spoiled = 16384 + 100;
    const auto r = run_with(device, *p);
    CHECK(r.touches.tma->differ == 1);
    REQUIRE(r.touches.tma->first_difference);
    const auto& first = *r.touches.tma->first_difference;
    CHECK(first.instruction == 0);
    CHECK(first.tile == (p->launch.instruction.stores ? 0 : 1));
    CHECK(first.byte == (p->launch.instruction.stores ? 16484 : 100));
    CHECK((first.expected ^ first.found) == 1);
    CHECK(compare_with_algebra(p->launch, p->shape, r.trace).first_difference);
  }
}

TEST_CASE("rows of a box narrower than its swizzle stand apart in shared memory, which the report says") {
  // The atom permutes 128 bytes, and rows of 32 bytes stand side by side in the layout.
  const std::string narrow =
      "G = make_tensor(make_gmem_ptr<half_t>(ptr), (64,64):(64,1))\n"
      "tma = make_tma_copy(SM90_TMA_LOAD, G, Sw<3,4,3> o smem_ptr[16b](unset) o (_64,_16):(_16,_1))";
  const LaunchForm form{.tensor = "G", .tile = "(64,16)", .threads = "tma", .kernel = Kernel::tiled_copy};
  const auto p = planned(form, narrow);
  REQUIRE_MESSAGE(p, p.error());
  PlainTma device;
  const auto r = run_with(device, *p);
  CHECK(r.touches.tma->differ == 0);
  CHECK(r.touches.tma->misplaced > 0);
  REQUIRE(r.touches.tma->warnings.size() == 1);
  CHECK(r.touches.tma->warnings[0].text().find("begins each row of the box at a multiple of 128 bytes") != std::string::npos);
  CHECK(astray(*p, device) > 0);
}

TEST_CASE("a box over modes that follow each other in memory reads through the ends of rows, which the report says") {
  // Both modes of the tile are one dimension of the tensor map: its end is the tensor's, not the row's.
  const auto p = planned({.tensor = "G", .tile = "(8,8)", .threads = "tma", .kernel = Kernel::tiled_copy},
                         "G = make_tensor(make_gmem_ptr<half_t>(ptr), (_5,_6):(_8,_1))\n"
                         "tma = make_tma_copy(SM90_TMA_LOAD, G, (_8,_8):(_8,_1))");
  REQUIRE_MESSAGE(p, p.error());
  PlainTma device;
  const auto r = run_with(device, *p);
  CHECK(r.touches.tma->differ == 0);
  CHECK(r.touches.tma->misplaced > 0);
  CHECK(run_on_cpu(*p).touches.tma->misplaced == r.touches.tma->misplaced);
}

TEST_CASE("the report of a launch by TMA says how it ran and what landed") {
  const auto p = planned(by_tma, lines("tma = make_tma_copy(SM90_TMA_LOAD, G, S)"));
  REQUIRE(p);
  const auto report_of = [&](const Run& r) {
    auto report = started(p->shape, Path::cpu, "CPU");
    report.touches = r.touches;
    report.memory = predict(p->shape);
    return report;
  };
  const auto cpu = report_text(p->launch, report_of(run_on_cpu(*p)));
  CHECK(cpu.find("4 instructions of 16,384 bytes, 65,536 bytes predicted to land") != std::string::npos);
  CHECK(cpu.find("not used: The CPU was chosen.") != std::string::npos);
  CHECK(cpu.find("wavefronts") == std::string::npos);
  CHECK(cpu.find("sectors") == std::string::npos);
  PlainTma device;
  const auto landed = report_of(run_with(device, *p));
  CHECK(report_text(p->launch, landed).find("65,536 bytes landed, 0 differ from the prediction") != std::string::npos);
  const auto json = report_json(p->launch, landed);
  CHECK(json.find("\"differ\":0") != std::string::npos);
  CHECK(json.find("\"landed\":65536") != std::string::npos);
  CHECK(kernel_source(p->shape).find("cp.async.bulk.tensor") != std::string::npos);
  const auto request = gpu::request(p->shape, p->shape.from, 0, 0, 0);
  CHECK(request.lanes == 1);
  CHECK(request.lines == 128);
  CHECK(request.sectors == 512);
  CHECK(request.wavefronts == 0);
}

TEST_CASE("of more tiles than memory has room for, an even sample runs") {
  const auto p = planned({.tensor = "G", .tile = "(128,64)", .threads = "tma", .kernel = Kernel::tiled_copy},
                         "G = make_tensor(make_gmem_ptr<half_t>(ptr), (4096,4096):(4096,1))\n"
                         "S = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64))\n"
                         "tma = make_tma_copy(SM90_TMA_LOAD, G, S)");
  REQUIRE_MESSAGE(p, p.error());
  PlainTma device;
  const auto r = run_with(device, *p);
  CHECK(r.touches.tma->tiles == 2048);
  CHECK(r.touches.tma->tiles_run == 1024);
  CHECK(r.touches.once == p->launch.elements);
  auto report = started(p->shape, Path::cpu, "CPU");
  report.touches = r.touches;
  CHECK(report_text(p->launch, report).find("sampled: 1,024 of 2,048") != std::string::npos);
}

TEST_CASE("launches by TMA on a device: bytes land where predicted, and the trace is the CPU's") {
  if (!has_device()) return;
  algebra::Message why;
  if (TmaDevice::create(why) == nullptr) return skipped("no TMA: " + why.text());
  const auto runner = Runner::create(Want::cuda);
  std::mt19937 random(2381);
  int runs = 0, refused = 0, cut = 0;
  std::int64_t instructions = 0, bytes = 0, differ = 0;
  const int count = std::max(200, rounds());
  while (runs < count) {
    const auto f = random_tma_form(random);
    INFO(f.lines);
    const auto p = planned(f.form, f.lines);
    if (!p) {
      REQUIRE_MESSAGE(++refused < 2 * count, p.error());
      continue;
    }
    ++runs;
    std::vector<TraceRecord> trace(static_cast<std::size_t>(p->launch.elements));
    Progress progress;
    const auto touches = runner->trace(p->launch, trace, progress);
    REQUIRE_MESSAGE(touches, touches.error().message);
    REQUIRE(touches->tma);
    REQUIRE_MESSAGE(touches->tma->on_device, touches->tma->why_not);
    CHECK(touches->tma->differ == 0);
    CHECK(trace == run_on_cpu(*p).trace);
    instructions += touches->tma->instructions;
    bytes += touches->tma->landed;
    differ += touches->tma->differ;
    cut += p->launch.guards.empty() ? 0 : 1;
  }
  CHECK(cut > count / 8);
  // Rows that are narrower than their swizzle, too.
  const LaunchForm form{.tensor = "G", .tile = "(64,16)", .threads = "tma", .kernel = Kernel::tiled_copy};
  const auto p = planned(form,
                         "G = make_tensor(make_gmem_ptr<half_t>(ptr), (64,64):(64,1))\n"
                         "tma = make_tma_copy(SM90_TMA_LOAD, G, Sw<3,4,3> o smem_ptr[16b](unset) o (_64,_16):(_16,_1))");
  REQUIRE(p);
  std::vector<TraceRecord> trace(static_cast<std::size_t>(p->launch.elements));
  Progress progress;
  const auto touches = runner->trace(p->launch, trace, progress);
  REQUIRE(touches);
  CHECK(touches->tma->on_device);
  CHECK(touches->tma->differ == 0);
  CHECK(touches->tma->misplaced > 0);
  std::printf("TMA on %s: %d launches, %d of them cut by the tensor's end, %lld instructions, %lld bytes landed: %lld differ\n",
              runner->device_name().c_str(), runs, cut, static_cast<long long>(instructions), static_cast<long long>(bytes),
              static_cast<long long>(differ));
}
