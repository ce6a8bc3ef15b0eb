#pragma once
// The real window: GLFW, its events, and frames only when something happens.

#include <string>

#include "app/state/state.hpp"
#include "gpu/runner.hpp"

namespace app {

class SettingsStore;

struct WindowOptions {
  int width = 1600, height = 1000;
  bool remembered_place = true;    ///< where and as large as the keeper's window was, in place of width and height
  SettingsStore* store = nullptr;  ///< of settings, recent files and recovery; null: nothing is remembered
  gpu::Want device = gpu::Want::automatic;
  gpu::Faults faults{};   ///< to act out
  std::string frame_log;  ///< append a line per drawn frame, for benchmarks; empty: none
  std::string probe;      ///< folder of the pipes through which a test asks (see probe.hpp); empty: none
};

/// Runs until the window is closed. Error: one sentence (no display, no OpenGL 3.3, ...).
tl::expected<void, std::string> run_window(State&, const WindowOptions&);

}  // namespace app
