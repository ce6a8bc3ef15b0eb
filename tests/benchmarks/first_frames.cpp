// Measures the first frame in Chinese against the first one in English: at the start of the window, when the language is changed, and when
// a presentation begins. Processor time; medians of one run, the languages in turn.
//
//   benchmark_first_frames [TIMES]

#include <epoxy/gl.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "app/actions/appearance.hpp"
#include "app/commands/commands.hpp"
#include "app/window/frame.hpp"
#include "render/gl/offscreen.hpp"
#include "tests/benchmarks/report.hpp"

namespace {

constexpr int width = 1920, height = 1080;

double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  return v[v.size() / 2];
}

/// Seconds of the processor, and of the wall.
struct Seconds {
  std::vector<double> processor, wall;
  template <class Work>
  void measure(Work&& work) {
    const auto began = std::chrono::steady_clock::now();
    const auto before = std::clock();
    work();
    processor.push_back(static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC);
    wall.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
  }
};

struct Costs {
  Seconds start, change, present;
};

int measure(int argc, char** argv) {
  const int times = argc > 1 ? std::max(1, std::atoi(argv[1])) : 7;
  auto offscreen = render::gl::Offscreen::create(width, height);
  if (!offscreen) {
    benchmark::left_out("the first frame in Chinese", offscreen.error().text());
    return 0;
  }
  Costs costs[2];
  // The first round fills caches of the disk and of shaders.
  for (int n = -1; n < times; ++n)
    for (const bool chinese : {false, true}) {
      const auto language = chinese ? app::Language::chinese : app::Language::english;
      const auto other = chinese ? app::Language::english : app::Language::chinese;
      Costs once;
      app::State state(app::starter_sheet());
      app::choose_language(state.workspace, state.view, language);
      auto frame = app::Frame::create(gpu::Want::cpu);
      if (!frame) {
        std::fprintf(stderr, "%s\n", frame.error().text().c_str());
        return 1;
      }
      const auto draw = [&] {
        glBindFramebuffer(GL_FRAMEBUFFER, (*offscreen)->framebuffer());
        (*frame)->draw(state, width, height, 1, [] {
          auto& io = ImGui::GetIO();
          io.DeltaTime = 1.0f / 60;
          compat::mouse_position(io, -1, -1);
        });
        glFinish();
      };
      once.start.measure(draw);
      for (int i = 0; i < 3; ++i) draw();
      once.present.measure([&] {
        app::run_command(state, "view.present");
        draw();
      });
      app::run_command(state, "view.present");
      draw();
      auto& changed = costs[chinese ? 0 : 1].change;  // to the other language
      Seconds change;
      change.measure([&] {
        app::choose_language(state.workspace, state.view, other);
        draw();
      });
      if (n < 0) continue;
      auto& c = costs[chinese ? 1 : 0];
      c.start.processor.push_back(once.start.processor.front());
      c.start.wall.push_back(once.start.wall.front());
      c.present.processor.push_back(once.present.processor.front());
      c.present.wall.push_back(once.present.wall.front());
      changed.processor.push_back(change.processor.front());
      changed.wall.push_back(change.wall.front());
    }
  const auto say = [&](const char* what, const Seconds& english, const Seconds& chinese) {
    std::printf("%s: English %.0f ms, Chinese %.0f ms of the processor; %.0f ms and %.0f ms on the wall\n", what,
                1e3 * median(english.processor), 1e3 * median(chinese.processor), 1e3 * median(english.wall), 1e3 * median(chinese.wall));
    benchmark::ratio(std::string("first frame in Chinese, ") + what + " / in English",
                     median(chinese.processor) / median(english.processor));
  };
  say("at the start", costs[0].start, costs[1].start);
  say("when the language is changed", costs[0].change, costs[1].change);
  say("of a presentation", costs[0].present, costs[1].present);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return benchmark::run([&] { return measure(argc, argv); });
}
