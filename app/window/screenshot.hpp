#pragma once
// A picture of the window, drawn without one.

#include <string>

#include <tl/expected.hpp>

#include "app/state/state.hpp"
#include "gpu/runner.hpp"

namespace app {

struct ScreenshotOptions {
  int width = 1600, height = 1000;
  float scale = 1;
  gpu::Want device = gpu::Want::automatic;
  gpu::Faults faults{};  ///< to act out
};

/// The window drawn offscreen, as a PNG file. Error: one sentence.
tl::expected<void, std::string> screenshot(State&, const ScreenshotOptions&, const std::string& path);

}  // namespace app
