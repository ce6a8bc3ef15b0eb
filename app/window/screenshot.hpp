#pragma once
// Drawing the window offscreen into a PNG file.

#include <string>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"

#include "app/state/state.hpp"
#include "gpu/run/runner.hpp"

namespace app {

struct ScreenshotOptions {
  int width = 1600, height = 1000;
  float scale = 1;
  gpu::Want device = gpu::Want::automatic;
  gpu::Faults faults{};  ///< to simulate
};

/// Draws the window offscreen and writes a PNG file. Error: one sentence.
tl::expected<void, algebra::Message> screenshot(State&, const ScreenshotOptions&, const std::string& path);

}  // namespace app
