#pragma once
// The real window: GLFW's event loop, which draws a frame only if something has happened.

#include <string>

#include "algebra/text/message.hpp"
#include "app/state/state.hpp"
#include "gpu/run/runner.hpp"

namespace app {

class SettingsStore;

struct WindowOptions {
  int width = 1600, height = 1000;
  bool remembered_place = true;    ///< uses the placement in `store`, if any, instead of width and height
  SettingsStore* store = nullptr;  ///< not owned; null: nothing is saved
  gpu::Want device = gpu::Want::automatic;
  gpu::Faults faults{};   ///< to simulate
  std::string frame_log;  ///< file to append a line per drawn frame to, for benchmarks; empty: none
  std::string probe;      ///< folder of the pipes of a test (see probe.hpp); empty: none
};

/// Runs until the window is closed. Error: one sentence (no display, no OpenGL 3.3, ...).
tl::expected<void, algebra::Message> run_window(State&, const WindowOptions&);

}  // namespace app
