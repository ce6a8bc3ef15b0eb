#pragma once
// Drawing a frame of the window in the current GL context, for the real window and for offscreen screenshots.

#include <functional>
#include <memory>
#include <string>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"

#include "app/state/workspace.hpp"
#include "app/ui/ui.hpp"
#include "gpu/run/runner.hpp"

namespace app {

/// Returns the scale at which the panels fit a framebuffer of that size: `wanted`, or the largest that fits, in steps of 1/16, so that
/// resizing the window does not load its fonts in every frame.
float fitting_scale(float wanted, int width, int height);

/// Sets the theme, language, scale and fonts of `ui`: all that a frame needs besides OpenGL. Call this between ImGui's frames. Returns true
/// if the fonts are new, so that their texture must be created again.
bool prepare(Ui&, const State&, int framebuffer_width, int framebuffer_height, float scale);

class Frame {
 public:
  /// Requires a current GL 3.3 context. Creates the ImGui context, which the destructor destroys. Error: one sentence.
  static tl::expected<std::unique_ptr<Frame>, algebra::Message> create(gpu::Want, gpu::Faults = {});
  ~Frame();
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

  /// Draws the window into the bound framebuffer, then executes the requests of its panels. begin_platform: passes input to ImGui; called
  /// between the font update and NewFrame.
  void draw(State&, int framebuffer_width, int framebuffer_height, float scale, const std::function<void()>& begin_platform);
  /// Draws only `panel` into the bound framebuffer of another window and ignores its requests. This frame's ImGui context is current
  /// afterwards.
  void draw_view(const State&, int framebuffer_width, int framebuffer_height, float scale, void (*panel)(Ui&, const State&, Requests&));
  Ui& ui() { return ui_; }
  TraceSession& trace() { return *trace_; }

 private:
  Frame() = default;
  void draw_panels(const State&, int width, int height, float scale, const std::function<void()>& begin_platform,
                   const std::function<void()>& panels);

  std::unique_ptr<render::gl::GridPainter> painter_;
  std::unique_ptr<TraceSession> trace_;
  Ui ui_;
  ImGuiContext* context_ = nullptr;
  bool backend_ = false;
  std::uint64_t launched_ = 0;
  bool first_ = true, drawn_ = false;
};

/// Returns the device on which the kernels of maps run: the GPU, unless `want` is the CPU.
MapReader::MakeDevice runs_maps_on(gpu::Want);

}  // namespace app
