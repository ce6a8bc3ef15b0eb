#include "app/window/presenter.hpp"

#include <utility>

#include "app/panels/teaching/presenter_view.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

/// Makes the window's OpenGL context and the ImGui context of its frame current, and restores the former ones at its end.
class Current {
 public:
  explicit Current(GLFWwindow* window) : before_(glfwGetCurrentContext()), imgui_(ImGui::GetCurrentContext()) {
    glfwMakeContextCurrent(window);
  }
  ~Current() {
    glfwMakeContextCurrent(before_);
    ImGui::SetCurrentContext(imgui_);
  }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;

 private:
  GLFWwindow* before_;
  ImGuiContext* imgui_;
};

/// Returns a screen other than that of the slides; null if there is only one.
GLFWmonitor* other_screen(GLFWwindow* slides) {
  int count = 0, at_x = 0, at_y = 0, width = 0, height = 0;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  glfwGetWindowPos(slides, &at_x, &at_y);
  glfwGetWindowSize(slides, &width, &height);
  const int x = at_x + width / 2, y = at_y + height / 2;
  for (int i = 0; i < count; ++i) {
    int left = 0, top = 0;
    glfwGetMonitorPos(monitors[i], &left, &top);
    const auto* mode = glfwGetVideoMode(monitors[i]);
    if (mode != nullptr && (x < left || y < top || x >= left + mode->width || y >= top + mode->height)) return monitors[i];
  }
  return nullptr;
}

}  // namespace

tl::expected<std::unique_ptr<Presenter>, Message> Presenter::open(OpenWindow& slides, gpu::Want device) {
  std::unique_ptr<Presenter> presenter(new Presenter(slides));
  glfwWindowHint(GLFW_MAXIMIZED, GLFW_FALSE);
  glfwWindowHint(GLFW_FOCUS_ON_SHOW, GLFW_FALSE);
  presenter->window_.reset(glfwCreateWindow(960, 600, "Cutescope", nullptr, slides.window()));
  glfwWindowHint(GLFW_FOCUS_ON_SHOW, GLFW_TRUE);
  auto* window = presenter->window_.get();
  if (window == nullptr) return tl::unexpected(message("The presenter's window cannot be opened: {}.", last_glfw_error()));
  if (GLFWmonitor* screen = other_screen(slides.window())) {
    int x = 0, y = 0;
    glfwGetMonitorPos(screen, &x, &y);
    glfwSetWindowPos(window, x + 40, y + 40);
  }
  slides.take_keys_of(window);
  const Current current(window);
  glfwSwapInterval(0);  // the slides' window waits for the screen already
  auto frame = Frame::create(device);
  if (!frame) return tl::unexpected(frame.error());
  presenter->frame_ = std::move(*frame);
  return presenter;
}

Presenter::~Presenter() {
  if (frame_ == nullptr) return;
  const Current current(window_.get());
  frame_.reset();
}

void Presenter::draw(State& state) {
  int width = 0, height = 0;
  glfwGetFramebufferSize(window_.get(), &width, &height);
  if (width == 0 || height == 0) return;
  float scale = 1, scale_y = 1;
  glfwGetWindowContentScale(window_.get(), &scale, &scale_y);
  const Current current(window_.get());
  frame_->draw_view(state, width, height, scale, presenter_view);
  glfwSwapBuffers(window_.get());
}

}  // namespace app
