#pragma once
// One frame of the window in whatever GL context is current: shared by the real window and the offscreen picture.

#include <memory>
#include <string>

#include <tl/expected.hpp>

#include "app/ui/ui.hpp"

namespace app {

/// Gives `ui` the window's theme, language and scale, and fonts for them: what a frame needs besides OpenGL. Between an ImGui
/// context's frames. True: the fonts are new, and so must their texture be.
bool prepare(Ui&, const State&, int framebuffer_width, int framebuffer_height, float scale);

class Frame {
 public:
  /// Needs a current GL 3.3 context, and an ImGui context made by this object from here on.
  static tl::expected<std::unique_ptr<Frame>, std::string> create(gpu::Want, gpu::Faults = {});
  ~Frame();
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

  /// Draws the window into the bound framebuffer and then does what its panels want done.
  /// `begin_platform` feeds ImGui's inputs, between the font update and NewFrame.
  void draw(State&, int framebuffer_width, int framebuffer_height, float scale, const std::function<void()>& begin_platform);
  Ui& ui() { return ui_; }
  TraceSession& trace() { return *trace_; }

 private:
  Frame() = default;

  std::unique_ptr<render::gl::GridPainter> painter_;
  std::unique_ptr<TraceSession> trace_;
  Ui ui_;
  bool backend_ = false;
  std::uint64_t launched_ = 0;
  bool first_ = true, drawn_ = false;
};

}  // namespace app
