// The trace session on an offscreen OpenGL context: on CUDA where there is a device, and on the CPU everywhere.

#include <doctest/doctest.h>
#include <epoxy/gl.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

#include "algebra/layout/memory_budget.hpp"
#include "app/launch/gl/trace_session.hpp"
#include "render/gl/offscreen.hpp"
#include "tests/gpu/launches.hpp"
#include "tests/gpu/tma_launches.hpp"
#include "tests/skip.hpp"

using namespace app;
using algebra::TraceRecord;

namespace {

gpu::LaunchPlan plan_of(const gpu::Launch& launch) {
  const auto shape = gpu::launch_shape(launch);
  REQUIRE(shape);
  return {.tensor = gpu_test::layout("1:0"), .partition = {}, .launch = launch, .shape = *shape};
}

gpu::LaunchPlan plan_of(const char* partition, std::int64_t elements) {
  gpu::Launch launch;
  launch.partition = gpu_test::layout(partition);
  launch.elements = elements;
  return plan_of(launch);
}

std::vector<TraceRecord> shown(const TraceSession& session, const gpu::LaunchPlan& plan) {
  const auto view = session.view(plan, {});
  REQUIRE(view);
  std::vector<TraceRecord> records(static_cast<std::size_t>(view->records));
  glBindBuffer(GL_TEXTURE_BUFFER, view->buffer);
  glGetBufferSubData(GL_TEXTURE_BUFFER, 0, view->records * 16, records.data());
  glBindBuffer(GL_TEXTURE_BUFFER, 0);
  return records;
}

std::vector<TraceRecord> on_cpu(const gpu::Launch& launch) {
  std::vector<TraceRecord> trace(static_cast<std::size_t>(launch.elements));
  gpu::Progress progress;
  REQUIRE(gpu::Runner::create(gpu::Want::cpu)->trace(launch, trace, progress));
  return trace;
}

/// Calls `test` with a context current, for the CPU and for whatever `automatic` finds; says when there is no OpenGL.
template <class F>
void with_sessions(F&& test) {
  const auto gl = render::gl::Offscreen::create(64, 64);
  if (!gl) {
    skipped("no offscreen OpenGL: " + gl.error().text());
    return;
  }
  for (const auto want : {gpu::Want::cpu, gpu::Want::automatic}) {
    CAPTURE(static_cast<int>(want));
    test(want);
  }
}

}  // namespace

TEST_CASE("a session shows a small launch at once, and the rest of its report soon") {
  with_sessions([](gpu::Want want) {
    TraceSession session(want);
    const auto plan = plan_of("((2,2),(4,2),2):((32,4),(1,8),16)", 64);
    session.start(plan);
    CHECK(session.busy());
    session.advance(1000);
    CHECK_FALSE(session.tracing());
    CHECK(shown(session, plan) == on_cpu(plan.launch));
    REQUIRE(session.report());
    CHECK(session.report()->touches->once == 64);
    session.finish();
    CHECK_FALSE(session.busy());
    CHECK(session.stage().empty());
    CHECK(session.failure().empty());
    REQUIRE(session.report()->memory);
    CHECK(session.report()->memory->global_load);
    REQUIRE(session.report()->comparison);
    CHECK(session.report()->comparison->same == 64);
    REQUIRE(session.report()->copied);
    CHECK(session.report()->copied->wrong == 0);
    CHECK(session.report()->copied->checked == 64);
    session.clear();
    CHECK_FALSE(session.report());
    CHECK_FALSE(session.view(plan, {}));
  });
}

TEST_CASE("a launch by TMA is played box by box, and its report says what landed, without a plain copy") {
  with_sessions([](gpu::Want want) {
    TraceSession session(want);
    const auto planned = gpu_test::planned({.tensor = "G", .tile = "(64,64)", .threads = "tma", .kernel = gpu::Kernel::tiled_copy},
                                           "G = make_tensor(make_gmem_ptr<half_t>(ptr), (128,128):(128,1))\n"
                                           "S = tile_to_shape(GMMA::Layout_K_SW64_Atom<half_t>, (64,64))\n"
                                           "tma = make_tma_copy(SM90_TMA_LOAD, G, S)");
    REQUIRE_MESSAGE(planned, planned.error());
    const auto& plan = *planned;
    CHECK(plan.requests() == 8);
    session.start(plan);
    session.finish();
    REQUIRE(session.report());
    const auto& report = *session.report();
    REQUIRE(report.touches);
    REQUIRE(report.touches->tma);
    CHECK(report.touches->once == 128 * 128);
    CHECK(report.touches->tma->instructions == 8);
    CHECK(report.touches->tma->landed == 128 * 128 * 2);
    CHECK(report.touches->tma->on_device == report.touches->tma->why_not.empty());
    CHECK(report.touches->tma->differ == 0);
    CHECK(report.comparison->same == report.comparison->compared);
    CHECK_FALSE(report.copied);
    CHECK_FALSE(report.copy_failure);
    CHECK(shown(session, plan) == on_cpu(plan.launch));
    // After three boxes: the first instruction of three of the four blocks.
    LaunchSettings settings;
    settings.position = 3;
    const auto view = session.view(plan, settings);
    REQUIRE(view);
    CHECK(view->by_box);
    CHECK(view->position == 3);
    CHECK(view->width == 64 * 32);
    CHECK(view->warps == 1);
  });
}

TEST_CASE("a trace keeps within the memory budget") {
  auto& budget = algebra::memory_budget();
  budget.set(algebra::MemoryBudget::least);
  with_sessions([&](gpu::Want want) {
    budget.forget_peak();
    {
      TraceSession session(want);
      const auto plan = plan_of("(65536,128,1):(128,1,0)", 1 << 23);
      session.start(plan);
      session.finish();
      CHECK(session.failure().empty());
      const auto records = budget.bytes() / 4 / (session.path() == gpu::Path::interop ? 16 : 32);
      const auto view = session.view(plan, {});
      REQUIRE(view);
      CHECK(view->records == records);
      REQUIRE(session.report());
      CHECK(session.report()->touches->traced() == records);
      CHECK(session.report()->comparison->same == session.report()->comparison->compared);
    }
    CHECK(budget.peak() > 0);
    CHECK(budget.peak() <= budget.bytes());
    CHECK(budget.taken() == 0);
  });
  budget.set(budget.usual);
}

TEST_CASE("a larger launch is compared by an even sample of its touches") {
  with_sessions([](gpu::Want want) {
    TraceSession session(want);
    const auto plan = plan_of("(4096,128,4):(512,4,1)", 1 << 21);
    session.start(plan);
    session.finish();
    REQUIRE(session.report());
    CHECK(session.report()->touches->once == 1 << 21);
    REQUIRE(session.report()->comparison);
    CHECK_FALSE(session.report()->comparison->whole);
    CHECK(session.report()->comparison->compared > 1000);
    CHECK(session.report()->comparison->same == session.report()->comparison->compared);
    CHECK(shown(session, plan) == on_cpu(plan.launch));
  });
}

TEST_CASE("the latest launch wins, and a cancelled one is no obstacle") {
  with_sessions([](gpu::Want want) {
    TraceSession session(want);
    const auto large = plan_of("(65536,256,1):(256,1,0)", 1 << 24), small = plan_of("(4,32,2):(64,1,32)", 256);
    for (int round = 0; round < 5; ++round) {
      session.start(large);
      session.advance(round == 0 ? 0 : 1);
      session.start(small);
      session.advance(1000);
      CHECK_FALSE(session.tracing());
      CHECK(shown(session, small) == on_cpu(small.launch));
    }
    session.start(large);
    session.advance(0.1);
    session.cancel();
    CHECK_FALSE(session.busy());
    session.start(small);
    session.finish();
    CHECK(session.report()->copied);
    CHECK(session.report()->values == 2);
  });
}

TEST_CASE("random launches one after the other leave the trace of the last") {
  with_sessions([](gpu::Want want) {
    TraceSession session(want);
    std::mt19937 random(31);
    for (int round = 0; round < 60; ++round) {
      const auto plan = plan_of(round % 2 == 0 ? gpu_test::random_launch(random) : gpu_test::random_tiled_launch(random));
      session.start(plan);
      if (round % 3 == 0) continue;  // overtaken by the next
      session.finish();
      CHECK(session.failure().empty());
      REQUIRE(shown(session, plan) == on_cpu(plan.launch));
      REQUIRE(session.report()->copied);
      CHECK(session.report()->copied->wrong == 0);
      CHECK(session.report()->comparison->same == session.report()->comparison->compared);
    }
  });
}

TEST_CASE("what is found wakes whoever waits for it") {
  with_sessions([](gpu::Want want) {
    TraceSession session(want);
    std::atomic<int> woken{0};
    session.wake_with([&] { ++woken; });
    session.start(plan_of("(4,32,2):(64,1,32)", 256));
    session.advance(1000);
    // Prediction, comparison and copy, without a further call.
    for (int i = 0; i < 500 && woken < 3; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    CHECK(woken == 3);
    CHECK(session.advance(0));
    CHECK(session.report()->copied);
    CHECK_FALSE(session.busy());
    session.wake_with({});
  });
}

TEST_CASE("a refused copy leaves the trace, and the next launch has both") {
  with_sessions([](gpu::Want want) {
    // On a device the trace wants memory first.
    TraceSession session(want, {.allocation = 1});
    const auto plan = plan_of("(4,32,2):(64,1,32)", 256);
    session.start(plan);
    session.finish();
    CHECK((!session.failure().empty() || (session.report() && session.report()->copy_failure)));
    session.start(plan);
    session.finish();
    CHECK(session.failure().empty());
    REQUIRE(session.report());
    CHECK_FALSE(session.report()->copy_failure);
    CHECK(session.report()->copied);
    CHECK(shown(session, plan) == on_cpu(plan.launch));
  });
}

TEST_CASE("without a device, or with an old driver, the session runs on the CPU and says why") {
  const auto gl = render::gl::Offscreen::create(64, 64);
  if (!gl) return;
  for (const auto& faults : {gpu::Faults{.no_device = true}, gpu::Faults{.old_driver = true}}) {
    TraceSession session(gpu::Want::automatic, faults);
    CHECK(session.status_label() == "CPU");
    CHECK(session.why().text().ends_with("."));
    if (faults.old_driver) CHECK(session.why().text().find("driver") != std::string::npos);
    const auto plan = plan_of("(4,32,2):(64,1,32)", 256);
    session.start(plan);
    session.finish();
    CHECK(session.report()->touches->once == 256);
  }
}

TEST_CASE("a trace of far more elements than can be shown begins with the first of them, and can be left") {
  with_sessions([](gpu::Want want) {
    TraceSession session(want);
    session.start(plan_of("(1048576,1024,1024):(1048576,1024,1)", std::int64_t{1} << 40));
    for (int frame = 0; frame < 4; ++frame) session.advance(1);
    CHECK(session.failure().empty());
    CHECK(session.tracing());
    const auto small = plan_of("(4,32,2):(64,1,32)", 256);
    session.start(small);
    session.finish();
    CHECK(session.failure().empty());
    CHECK(session.report()->copied);
  });
}
