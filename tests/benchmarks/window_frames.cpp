// Measures the window while a number is dragged: the sheet's edit, its evaluation, the frame that shows it, and glFinish; and while the
// pointer moves over the elements of the first entry, which are linked with those of the others. There also the processor time of the
// drawing thread, because a software rasteriser has threads of its own. Prints ratios to the limits of a smooth window, and to the same
// frame without an edit; medians and 99th percentiles of one run.
//
//   benchmark_window_frames [SHEET.cutes [FRAMES]]

#include <epoxy/gl.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "algebra/links/link.hpp"
#include "app/import/open.hpp"
#include "app/window/frame.hpp"
#include "render/gl/offscreen.hpp"
#include "tests/benchmarks/report.hpp"

namespace {

constexpr int width = 1600, height = 1000;
constexpr double sixtieth = 1.0 / 60, picture_limit = 0.016;

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double percentile(std::vector<double> v, double p) {
  std::sort(v.begin(), v.end());
  return v[std::min(v.size() - 1, static_cast<std::size_t>(p * static_cast<double>(v.size())))];
}

/// The first entry that is not a note: its last integer takes the values that a drag sideways would give it.
struct Dragged {
  std::size_t entry = 0;
  std::string before, after;

  explicit Dragged(const app::Sheet& sheet) {
    while (sheet.entries[entry].text.starts_with('#')) ++entry;
    const auto& text = sheet.entries[entry].text;
    const auto end = text.find_last_of("0123456789");
    const auto begin = text.find_last_not_of("0123456789", end) + 1;
    before = text.substr(0, begin);
    after = text.substr(end + 1);
  }
  std::string at(int frame) const { return before + std::to_string(1 + frame % 24) + after; }
};

int measure(int argc, char** argv) {
  app::Sheet sheet = app::starter_sheet();
  if (argc > 1) {
    auto loaded = app::load_sheet(argv[1]);
    if (!loaded) {
      std::fprintf(stderr, "%s\n", loaded.error().text().c_str());
      return 1;
    }
    sheet = std::move(*loaded);
  }
  const int frames = argc > 2 ? std::max(10, std::atoi(argv[2])) : 300;
  auto offscreen = render::gl::Offscreen::create(width, height);
  if (!offscreen) {
    benchmark::left_out("frames of the window", offscreen.error().text());
    return 0;
  }
  auto frame = app::Frame::create(gpu::Want::automatic);
  if (!frame) {
    std::fprintf(stderr, "%s\n", frame.error().text().c_str());
    return 1;
  }
  app::State state(sheet);
  const Dragged dragged(sheet);
  const auto draw = [&] {
    glBindFramebuffer(GL_FRAMEBUFFER, (*offscreen)->framebuffer());
    (*frame)->draw(state, width, height, 1, [] {
      auto& io = ImGui::GetIO();
      io.DeltaTime = 1.0f / 60;
      compat::mouse_position(io, -1, -1);
    });
    glFinish();
  };
  for (int i = 0; i < 10; ++i) draw();
  if (const auto error = glGetError(); error != GL_NO_ERROR) {
    std::fprintf(stderr, "OpenGL fails on %s: error 0x%x\n", (*offscreen)->renderer().c_str(), error);
    return 1;
  }
  (*frame)->trace().finish();

  // In turn, so that a slow moment of the machine meets both.
  std::vector<double> still, edited, evaluated, own_edited;
  for (int i = 0; i < frames; ++i) {
    auto begin = std::chrono::steady_clock::now();
    draw();
    still.push_back(seconds_since(begin));
    begin = std::chrono::steady_clock::now();
    const auto before = thread_seconds();
    state.workspace.edit(
        "edit", [&](app::Sheet& s) { s.entries[dragged.entry].text = dragged.at(i); }, "drag");
    evaluated.push_back(seconds_since(begin));
    draw();
    own_edited.push_back(thread_seconds() - before);
    edited.push_back(seconds_since(begin));
  }
  state.workspace.edit(
      "edit", [&](app::Sheet& s) { s.entries[dragged.entry].text = sheet.entries[dragged.entry].text; }, "drag");
  std::vector<double> linked, own;
  const auto& pointed = state.workspace.result(static_cast<int>(dragged.entry)).evaluation;
  const auto shape = pointed ? algebra::links::element_shape(pointed->value) : std::nullopt;
  for (int i = 0; shape && i < frames; ++i) {
    state.view.hover = {static_cast<int>(dragged.entry), i * 97 % algebra::product(*shape).value};
    const auto begin = std::chrono::steady_clock::now();
    const auto before = thread_seconds();
    draw();
    own.push_back(thread_seconds() - before);
    linked.push_back(seconds_since(begin));
  }
  std::printf("%s, %d x %d, %zu entries, %d frames, launches on %s\n", (*offscreen)->renderer().c_str(), width, height,
              sheet.entries.size(), frames, (*frame)->trace().status_label().text().c_str());
  const double base = percentile(still, 0.5), median = percentile(edited, 0.5), worst = percentile(edited, 0.99);
  benchmark::ratio("frame while a number is dragged, median / a 60th of a second", median / sixtieth);
  benchmark::ratio("frame while a number is dragged, 99th percentile / a 60th of a second", worst / sixtieth);
  benchmark::ratio("edit to finished picture, median / 16 ms", median / picture_limit);
  benchmark::ratio("frame while a number is dragged / frame with nothing edited", median / base);
  benchmark::ratio("evaluation of the edit / the whole frame", percentile(evaluated, 0.5) / median);
  benchmark::ratio("processor time of that frame's thread, median / 16 ms", percentile(own_edited, 0.5) / picture_limit);
  if (linked.empty()) return 0;
  benchmark::ratio("frame while the pointer goes over linked elements, median / a 60th of a second", percentile(linked, 0.5) / sixtieth);
  benchmark::ratio("processor time of that frame's thread, median / 16 ms", percentile(own, 0.5) / picture_limit);
  benchmark::ratio("processor time of that frame's thread, 99th percentile / 16 ms", percentile(own, 0.99) / picture_limit);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return benchmark::run([&] { return measure(argc, argv); });
}
