// Measures opening sheets of very many elements: the slowest frame until all work is finished against that of a small sheet, the memory
// taken against the budget, and the time of many verdicts against its limit. Everything on the CPU, in one run.

#include <epoxy/gl.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "algebra/layout/memory_budget.hpp"
#include "app/document/decide.hpp"
#include "app/import/open.hpp"
#include "app/window/frame.hpp"
#include "render/gl/offscreen.hpp"
#include "tests/benchmarks/report.hpp"

namespace {

constexpr int width = 1600, height = 1000;

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

app::Sheet sheet_of(const std::string& text) { return app::parse_sheet(text).value(); }

app::Sheet launched(const char* tensor) {
  return sheet_of(std::string("A = ") + tensor + "\n@launch tensor=A tile=(128,128) threads=(32,8):(1,32) element=f64\n");
}

std::string verdicts(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "composition((4096,4096):(4096,1), (4096,4096):(1,4096))\n";
  return text;
}

/// The slowest of the frames until nothing goes on, in seconds; glFinish included.
double slowest_frame(const render::gl::Offscreen& offscreen, app::Sheet sheet) {
  auto frame = app::Frame::create(gpu::Want::cpu);
  if (!frame) throw std::runtime_error(frame.error());
  app::State state(std::move(sheet));
  state.workspace.limit_checks(0.5);
  double slowest = 0;
  for (int n = 0; n < 5 || (*frame)->trace().busy() || state.workspace.verdicts_pending(); ++n) {
    const auto begin = std::chrono::steady_clock::now();
    state.workspace.collect_verdicts();
    glBindFramebuffer(GL_FRAMEBUFFER, offscreen.framebuffer());
    (*frame)->draw(state, width, height, 1, [] { ImGui::GetIO().DeltaTime = 1.0f / 60; });
    glFinish();
    slowest = std::max(slowest, seconds_since(begin));
    if (n > 5) std::this_thread::sleep_for(std::chrono::milliseconds(5));  // as a window that waits to be woken
  }
  state.workspace.drop_verdicts();
  return slowest;
}

int measure() {
  const auto offscreen = render::gl::Offscreen::create(width, height);
  if (!offscreen) {
    benchmark::left_out("frames of large sheets", offscreen.error().text());
    return 0;
  }
  auto& budget = algebra::memory_budget();
  slowest_frame(**offscreen, launched("(256,256):(1,256)"));  // the driver compiles its shaders
  const double small = slowest_frame(**offscreen, launched("(256,256):(1,256)"));
  budget.forget_peak();
  benchmark::ratio("slowest frame, opening a launch of 2^27 doubles / of 2^16",
                   slowest_frame(**offscreen, launched("(16384,8192):(1,16384)")) / small);
  benchmark::ratio("memory taken by a launch of 2^27 doubles / the budget",
                   static_cast<double>(budget.peak()) / static_cast<double>(budget.bytes()));
  benchmark::ratio("slowest frame, opening 200 verdicts of 2^24 elements / a launch of 2^16",
                   slowest_frame(**offscreen, sheet_of(verdicts(200))) / small);
  benchmark::ratio("slowest frame, opening a swizzle of 2^30 elements / a launch of 2^16",
                   slowest_frame(**offscreen, sheet_of("composition(Swizzle<3,4,3>, (32768,32768):(32768,1))\n")) / small);
  app::SheetEvaluator evaluator;
  std::vector<app::VerdictCheck> checks;
  for (const auto& r : evaluator.update(sheet_of(verdicts(2000)))) checks.push_back(r.evaluation->check);
  app::DecideProgress progress;
  const auto begin = std::chrono::steady_clock::now();
  app::decide(checks, app::usual_check_seconds, progress);
  benchmark::ratio("2,000 verdicts of 2^24 elements / their time", seconds_since(begin) / app::usual_check_seconds);
  return 0;
}

}  // namespace

int main() { return benchmark::run(measure); }
