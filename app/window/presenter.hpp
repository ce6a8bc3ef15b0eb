#pragma once
// The presenter's window: a second one beside the slides, whose OpenGL context shares their objects.

#include <memory>

#include "app/window/open_window.hpp"

namespace app {

class Presenter {
 public:
  /// Opens the window on another screen than the slides if there is one. Its keys are handled as those of the slides. Error: one sentence.
  static tl::expected<std::unique_ptr<Presenter>, algebra::Message> open(OpenWindow& slides, gpu::Want);
  ~Presenter();
  Presenter(const Presenter&) = delete;
  Presenter& operator=(const Presenter&) = delete;

  bool closed() const { return glfwWindowShouldClose(window_.get()) != 0; }
  /// Draws the window; the slides' context is current afterwards, as before.
  void draw(State&);

 private:
  explicit Presenter(OpenWindow& slides) : slides_(slides) {}

  OpenWindow& slides_;
  std::unique_ptr<GLFWwindow, DestroyWindow> window_;
  std::unique_ptr<Frame> frame_;
};

}  // namespace app
