// Measures a keystroke in the finder's dialog: the processor time of the drawing thread in the frame in which the question changes, which
// shows whether it waits for the search, and the time until the frame with the answer is finished. The question is a tile of 128 x 64
// halves, written by rows and read by ldmatrix, with all swizzles and paddings of up to 16 elements.

#include <epoxy/gl.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/window/frame.hpp"
#include "render/gl/offscreen.hpp"
#include "tests/benchmarks/report.hpp"

namespace {

constexpr int width = 1600, height = 1000, keystrokes = 40;
constexpr double sixtieth = 1.0 / 60;

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double percentile(std::vector<double> v, double p) {
  std::ranges::sort(v);
  return v[std::min(v.size() - 1, static_cast<std::size_t>(p * static_cast<double>(v.size())))];
}

app::LayoutQuestion asked() {
  app::LayoutQuestion q;
  q.element = "half_t";
  q.padding_bytes = 32;
  q.accesses = {
      {.text = "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>{}, (16,8):(8,1), (1,8))", .write = true},
      {.text = "make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N,half_t>{}, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, (2,2,1)))"}};
  return q;
}

int measure() {
  auto offscreen = render::gl::Offscreen::create(width, height);
  if (!offscreen) {
    benchmark::left_out("keystrokes in the finder's dialog", offscreen.error().text());
    return 0;
  }
  auto frame = app::Frame::create(gpu::Want::cpu);
  if (!frame) throw std::runtime_error(frame.error());
  app::State state(app::starter_sheet());
  const auto draw = [&] {
    glBindFramebuffer(GL_FRAMEBUFFER, (*offscreen)->framebuffer());
    (*frame)->draw(state, width, height, 1, [] {
      auto& io = ImGui::GetIO();
      io.DeltaTime = 1.0f / 60;
      compat::mouse_position(io, -1, -1);
    });
    glFinish();
  };
  const auto draw_answer = [&] {
    do draw();
    while ((*frame)->ui().animating);
  };
  state.view.layout_question = asked();
  state.view.layout_question.tile = "(128,64):(64,1)";
  state.view.dialog = app::Dialog::find_layout;
  for (int i = 0; i < 10; ++i) draw();
  (*frame)->trace().finish();
  draw_answer();
  std::vector<double> still, still_own, changed, changed_own, answered;
  for (int i = 0; i < keystrokes; ++i) {
    auto begin = std::chrono::steady_clock::now();
    auto own = thread_seconds();
    draw();
    still_own.push_back(thread_seconds() - own);
    still.push_back(seconds_since(begin));
    // A digit of the tile's layout changes, which stays one of 128 x 64 halves.
    state.view.layout_question.tile = fmt::format("(128,64):({},1)", 65 + i);
    begin = std::chrono::steady_clock::now();
    own = thread_seconds();
    draw();
    changed_own.push_back(thread_seconds() - own);
    changed.push_back(seconds_since(begin));
    if ((*frame)->ui().animating) draw_answer();
    answered.push_back(seconds_since(begin));
  }
  fmt::print(
      "keystroke in the finder's dialog, {}: its frame {:.1f} ms, of which the drawing thread works {:.1f} ms (a still frame {:.1f} "
      "and {:.1f}); the answer is drawn after {:.1f} ms, at most {:.1f}\n",
      (*offscreen)->renderer(), 1000 * percentile(changed, 0.5), 1000 * percentile(changed_own, 0.5), 1000 * percentile(still, 0.5),
      1000 * percentile(still_own, 0.5), 1000 * percentile(answered, 0.5), 1000 * percentile(answered, 1));
  benchmark::ratio("frame in which the finder's question changes, median / a 60th of a second", percentile(changed, 0.5) / sixtieth);
  benchmark::ratio("frame in which the finder's question changes / a still frame of its dialog",
                   percentile(changed, 0.5) / percentile(still, 0.5));
  benchmark::ratio("processor time of that frame's thread / that of a still frame",
                   percentile(changed_own, 0.5) / percentile(still_own, 0.5));
  benchmark::ratio("keystroke in the finder's dialog to the drawn answer, median / 100 ms", percentile(answered, 0.5) / 0.1);
  return 0;
}

}  // namespace

int main() { return benchmark::run(measure); }
