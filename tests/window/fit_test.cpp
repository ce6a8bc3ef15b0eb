// Nothing overlaps, nothing is cut, nothing is out of reach: in every state of the window, from 900 x 600 to 3840 x 2160, at zooms
// of 0.75 to 3, in each language. CUTESCOPE_FIT=all looks at all of them, else at those that have most to lose.

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <map>

#include <fmt/format.h>

#include "app/launch/gl/trace_session.hpp"
#include "fit.hpp"
#include "render/gl/offscreen.hpp"
#include "tests/rounds.hpp"
#include "tests/skip.hpp"

using gui::Gui;

namespace {

struct Size {
  int width, height;
  float zoom;
  bool all_panels = true;  ///< open; else as of a first run
};

bool all_of_them() {
  const char* wanted = std::getenv("CUTESCOPE_FIT");
  return wanted != nullptr && std::string_view(wanted) == "all";
}

std::vector<Size> sizes() {
  std::vector<Size> all;
  for (const auto& [width, height] : {std::pair{900, 600}, {1024, 768}, {1280, 800}, {1920, 1080}, {3840, 2160}})
    for (const float zoom : {0.75f, 1.0f, 1.33f, 2.0f, 3.0f}) all.push_back({width, height, zoom});
  if (all_of_them()) {
    for (std::size_t i = 0, count = all.size(); i < count; ++i) all.push_back({all[i].width, all[i].height, all[i].zoom, false});
    return all;
  }
  return {{900, 600, 1},   {900, 600, 3},       {1024, 768, 1.33f},        {1280, 800, 1},       {1920, 1080, 2},
          {3840, 2160, 3}, {3840, 2160, 0.75f}, {1024, 768, 1.33f, false}, {1280, 800, 1, false}};
}

/// The findings, each once, with the states where it occurred.
struct FitReport {
  std::map<std::string, std::pair<int, std::string>> found;
  void add(const fit::Finding& f, const std::string& where) {
    auto& [times, first] = found[fmt::format("{}: {} [{}]", f.what, f.text, f.window.substr(0, 60))];
    if (times++ == 0) first = where;
  }
  std::string text() const {
    std::string all;
    for (const auto& [what, where] : found) all += fmt::format("{} ({} times, first in {})\n", what, where.first, where.second);
    return all;
  }
};

/// A state may be chosen by a part of its name: CUTESCOPE_FIT_STATE=menu.
bool is_wanted(const std::string& name) {
  const char* wanted = std::getenv("CUTESCOPE_FIT_STATE");
  return wanted == nullptr || name.find(wanted) != std::string::npos;
}

/// A window whose launch has run, if there is OpenGL for its trace (`trace` not null).
struct Window {
  Window(const Size& size, app::Language language, app::TraceSession* trace)
      : gui(app::starter_sheet(), {.width = static_cast<int>(std::lround(static_cast<float>(size.width) / size.zoom)),
                                   .height = static_cast<int>(std::lround(static_cast<float>(size.height) / size.zoom)),
                                   .scale = size.zoom,
                                   .language = language,
                                   .all_panels = size.all_panels}),
        trace_(trace) {
    gui.resize(size.width, size.height);
    gui.ui.trace = trace_;
    run();
  }
  /// The launch as it is now.
  void run() {
    if (trace_ == nullptr) return;
    if (const auto& launch = gui.state.workspace.launch()) {
      trace_->start(*launch);
      trace_->finish();
    } else {
      trace_->clear();
    }
    gui.settle();
  }
  Gui gui;

 private:
  app::TraceSession* trace_;
};

std::string where(const Size& s, app::Language language, const std::string& state) {
  return fmt::format("{} x {} at {:g}{}, {}, {}", s.width, s.height, s.zoom, s.all_panels ? "" : " folded", language.code, state);
}

}  // namespace

TEST_CASE("in every state and size nothing overlaps, nothing is cut, and nothing is out of reach") {
  const auto gl = render::gl::Offscreen::create(64, 64);
  if (!gl) skipped("launches in the walk over the window's states: " + gl.error().text());
  const auto trace = gl ? std::make_unique<app::TraceSession>(gpu::Want::cpu) : nullptr;
  FitReport report;
  int looked_at = 0, row = 0;
  for (const auto& size : sizes())
    for (const auto language : app::languages())
      for (const auto& state : fit::states()) {
        if (!is_wanted(state.name) || !tried(row++)) continue;
        Window window(size, language, trace.get());
        state.reach(window.gui);
        window.run();
        ++looked_at;
        for (const auto& f : fit::findings(window.gui)) report.add(f, where(size, language, state.name));
      }
  MESSAGE(looked_at, " windows looked at");
  CHECK_MESSAGE(report.found.empty(), report.found.size(), " findings:\n", report.text());
}

TEST_CASE("a text that is shortened says all of itself to the pointer") {
  const auto gl = render::gl::Offscreen::create(64, 64);
  const auto trace = gl ? std::make_unique<app::TraceSession>(gpu::Want::cpu) : nullptr;
  FitReport report;
  int row = 0;
  for (const auto language : app::languages())
    for (const auto& state : fit::states()) {
      if (!is_wanted(state.name) || !tried(row++)) continue;
      const Size size{1024, 768, 1.33f};
      Window window(size, language, trace.get());
      state.reach(window.gui);
      window.run();
      for (const auto& f : fit::silent_ellipses(window.gui)) report.add(f, where(size, language, state.name));
    }
  CHECK_MESSAGE(report.found.empty(), report.found.size(), " findings:\n", report.text());
}
