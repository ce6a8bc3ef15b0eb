// Measures frames while the map of a kernel plays, a step a frame: the processor time of the drawing thread, and the time until glFinish,
// which a software rasteriser spends in threads of its own. Prints ratios to the limits of a smooth window; medians and 99th percentiles
// of one run.
//
//   benchmark_map_frames [SHEET.cutes or PROGRAM.cu [FRAMES]]

#include <epoxy/gl.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "app/actions/mapping.hpp"
#include "app/import/open.hpp"
#include "app/lessons/examples.hpp"
#include "app/window/frame.hpp"
#include "render/gl/offscreen.hpp"
#include "tests/benchmarks/report.hpp"

namespace {

constexpr int width = 1600, height = 1000;
constexpr double limit = 0.016;

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double percentile(std::vector<double> v, double p) {
  std::sort(v.begin(), v.end());
  return v[std::min(v.size() - 1, static_cast<std::size_t>(p * static_cast<double>(v.size())))];
}

int measure(int argc, char** argv) {
  auto sheet = app::example_sheet("kernel_stages", app::Language::english);
  if (argc > 1) {
    auto loaded = app::load_sheet(argv[1]);
    if (!loaded) {
      std::fprintf(stderr, "%s\n", loaded.error().text().c_str());
      return 1;
    }
    sheet = std::move(*loaded);
  }
  const int frames = argc > 2 ? std::max(10, std::atoi(argv[2])) : 600;
  auto offscreen = render::gl::Offscreen::create(width, height);
  if (!offscreen) {
    benchmark::left_out("frames of a map", offscreen.error().text());
    return 0;
  }
  auto frame = app::Frame::create(gpu::Want::automatic);
  if (!frame) {
    std::fprintf(stderr, "%s\n", frame.error().text().c_str());
    return 1;
  }
  app::State state(sheet);
  app::show_map(state.workspace, state.view, true);
  const auto draw = [&] {
    glBindFramebuffer(GL_FRAMEBUFFER, (*offscreen)->framebuffer());
    (*frame)->draw(state, width, height, 1, [] {
      auto& io = ImGui::GetIO();
      io.DeltaTime = 1.0f / 60;
      compat::mouse_position(io, -1, -1);
    });
    glFinish();
  };
  const auto begin = std::chrono::steady_clock::now();
  draw();
  state.workspace.finish_map();
  for (int i = 0; i < 5; ++i) draw();
  const auto* answer = state.workspace.map();
  if (answer == nullptr || !answer->story) {
    std::fprintf(stderr, "it has no kernel with a map\n");
    return 1;
  }
  const double opened = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const auto moments = answer->story->map->moments();
  std::vector<double> own, whole;
  for (int i = 0; i < frames; ++i) {
    const auto moment = static_cast<std::size_t>(i) % moments;
    const auto start = std::chrono::steady_clock::now();
    const auto before = thread_seconds();
    app::look_at(state.workspace, state.view,
                 app::at_moment(*answer->story->map, app::map_view(state.workspace, state.view).choice, moment));
    draw();
    own.push_back(thread_seconds() - before);
    whole.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::printf("%s, %d x %d, %zu steps, %d frames, read and checked in %.2f s\n", (*offscreen)->renderer().c_str(), width, height, moments,
              frames, opened);
  benchmark::ratio("frame of a map that plays, processor time of its thread, median / 16 ms", percentile(own, 0.5) / limit);
  benchmark::ratio("frame of a map that plays, processor time of its thread, 99th percentile / 16 ms", percentile(own, 0.99) / limit);
  benchmark::ratio("frame of a map that plays, until it is finished, 99th percentile / 16 ms", percentile(whole, 0.99) / limit);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return benchmark::run([&] { return measure(argc, argv); });
}
