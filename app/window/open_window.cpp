#include "app/window/open_window.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/import/paste.hpp"
#include "render/gl/health.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

Inbox& inbox_of(GLFWwindow* w) { return *static_cast<Inbox*>(glfwGetWindowUserPointer(w)); }

void on_key(GLFWwindow* w, int key, int scancode, int action, int mods) {
  inbox_of(w).keys.key(key, scancode, action, mods);
  inbox_of(w).want_frames(3);
}

void on_character(GLFWwindow* w, unsigned int code) {
  inbox_of(w).keys.character(code);
  inbox_of(w).want_frames(3);
}

/// Requests enough frames for a click whose press and release arrive together, as from a touchpad: one each, two for a menu that it opens,
/// and one to settle.
void on_button(GLFWwindow* w, int button, int action, int mods) {
  auto& inbox = inbox_of(w);
  inbox.want_frames(5);
  if (inbox.forward_button != nullptr) inbox.forward_button(w, button, action, mods);
}

void on_pointer(GLFWwindow* w, double x, double y) {
  auto& inbox = inbox_of(w);
  inbox.want_frames(3);
  if (inbox.forward_pointer != nullptr) inbox.forward_pointer(w, x, y);
}

void on_wheel(GLFWwindow* w, double x, double y) {
  auto& inbox = inbox_of(w);
  inbox.want_frames(3);
  if (inbox.forward_wheel != nullptr) inbox.forward_wheel(w, x, y);
}

void on_drop(GLFWwindow* w, int count, const char** paths) {
  for (int i = 0; i < count; ++i) inbox_of(w).dropped.emplace_back(paths[i]);
  inbox_of(w).frames_wanted = 3;
}

GLenum reset_status() { return glGetGraphicsResetStatus(); }
GLenum reset_status_arb() { return glGetGraphicsResetStatusARB(); }

/// Makes a window, with a context that reports its loss if the driver supports that.
GLFWwindow* make_window(const Placement& at) {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  // A window that takes another's place has its size in pixels already.
  glfwWindowHint(GLFW_MAXIMIZED, at.maximised ? GLFW_TRUE : GLFW_FALSE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, at.x < 0 ? GLFW_TRUE : GLFW_FALSE);
  for (const int robustness : {GLFW_LOSE_CONTEXT_ON_RESET, GLFW_NO_ROBUSTNESS}) {
    glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, robustness);
    if (GLFWwindow* window = glfwCreateWindow(at.width, at.height, "Cutescope", nullptr, nullptr)) return window;
  }
  return nullptr;
}

/// Returns true if a screen shows the window at that place.
bool on_some_screen(const Placement& at) {
  int count = 0;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  for (int i = 0; i < count; ++i) {
    int x = 0, y = 0, width = 0, height = 0;
    glfwGetMonitorWorkarea(monitors[i], &x, &y, &width, &height);
    if (at.x + 100 < x + width && at.x + at.width > x + 100 && at.y >= y - 50 && at.y + 50 < y + height) return true;
  }
  return count == 0;
}

/// Returns the placement limited to the screen's size; a place on no screen becomes unset.
Placement within_screen(Placement at) {
  if (at.x >= 0 && !on_some_screen(at)) at.x = -1;
  if (GLFWmonitor* monitor = glfwGetPrimaryMonitor()) {
    int x = 0, y = 0, room_x = 0, room_y = 0;
    glfwGetMonitorWorkarea(monitor, &x, &y, &room_x, &room_y);
    if (room_x > 0 && room_y > 0) {
      at.width = std::min(at.width, room_x);
      at.height = std::min(at.height, room_y);
    }
  }
  return at;
}

/// Returns the screen that has most of the window.
GLFWmonitor* monitor_under(const Placement& at) {
  int count = 0, most = -1;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  GLFWmonitor* best = nullptr;
  for (int i = 0; i < count; ++i) {
    int x = 0, y = 0;
    glfwGetMonitorPos(monitors[i], &x, &y);
    const auto* mode = glfwGetVideoMode(monitors[i]);
    if (mode == nullptr) continue;
    const int common_x = std::min(at.x + at.width, x + mode->width) - std::max(at.x, x),
              common_y = std::min(at.y + at.height, y + mode->height) - std::max(at.y, y);
    const int common = std::max(0, common_x) * std::max(0, common_y);
    if (common <= most) continue;
    most = common;
    best = monitors[i];
  }
  return best;
}

}  // namespace

std::string last_glfw_error() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text != nullptr ? text : "no reason given";
}

void Clipboard::install(ImGuiIO& io) {
  get = io.GetClipboardTextFn;
  set = io.SetClipboardTextFn;
  user = io.ClipboardUserData;
  io.ClipboardUserData = this;
  io.GetClipboardTextFn = [](void* self) -> const char* {
    auto& c = *static_cast<Clipboard*>(self);
    const char* copied = c.get(c.user);
    if (copied == nullptr) return nullptr;
    // Only a field of several lines takes the lines unchanged.
    if (compat::text_field_takes_lines()) return copied;
    c.text = for_field(copied);
    return c.text.c_str();
  };
  io.SetClipboardTextFn = [](void* self, const char* copied) {
    const auto& c = *static_cast<Clipboard*>(self);
    c.set(c.user, copied);
  };
}

tl::expected<std::unique_ptr<OpenWindow>, Message> OpenWindow::create(const Placement& wanted, gpu::Want device, gpu::Faults faults) {
  const auto at = within_screen(wanted);
  std::unique_ptr<OpenWindow> open(new OpenWindow);
  open->window_.reset(make_window(at));
  GLFWwindow* window = open->window_.get();
  if (window == nullptr) return tl::unexpected(message("no window with OpenGL 3.3 can be opened: {}", last_glfw_error()));
  if (at.x >= 0) glfwSetWindowPos(window, at.x, at.y);
  glfwMakeContextCurrent(window);
  glfwSwapInterval(1);
  if (glfwGetWindowAttrib(window, GLFW_CONTEXT_ROBUSTNESS) == GLFW_LOSE_CONTEXT_ON_RESET) {
    if (epoxy_gl_version() >= 45 || epoxy_has_gl_extension("GL_KHR_robustness")) open->reset_status_ = reset_status;
    else if (epoxy_has_gl_extension("GL_ARB_robustness")) open->reset_status_ = reset_status_arb;
  }
  auto frame = Frame::create(device, faults);
  if (!frame) return tl::unexpected(frame.error());
  open->frame_ = std::move(*frame);
  open->platform_ = std::make_unique<ImGuiGlfw>(window);
  open->clipboard_.install(ImGui::GetIO());
  glfwSetWindowUserPointer(window, &open->inbox);
  const auto imgui_key = glfwSetKeyCallback(window, on_key);
  open->inbox.keys.forward_to(imgui_key, glfwSetCharCallback(window, on_character));
  open->inbox.forward_button = glfwSetMouseButtonCallback(window, nullptr);
  glfwSetMouseButtonCallback(window, on_button);
  open->inbox.forward_pointer = glfwSetCursorPosCallback(window, on_pointer);
  open->inbox.forward_wheel = glfwSetScrollCallback(window, on_wheel);
  glfwSetDropCallback(window, on_drop);
  glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) { inbox_of(w).frames_wanted = 3; });
  glfwSetWindowPosCallback(window, [](GLFWwindow* w, int, int) { inbox_of(w).placed = true; });
  glfwSetWindowSizeCallback(window, [](GLFWwindow* w, int, int) { inbox_of(w).placed = true; });
  glfwSetWindowMaximizeCallback(window, [](GLFWwindow* w, int) { inbox_of(w).placed = true; });
  const auto imgui_focus = glfwSetWindowFocusCallback(window, nullptr);
  open->inbox.forward_focus = imgui_focus;
  glfwSetWindowFocusCallback(window, [](GLFWwindow* w, int has) {
    auto& in = inbox_of(w);
    in.focused = in.focused || has != 0;
    if (in.forward_focus != nullptr) in.forward_focus(w, has);
  });
  open->frame_->trace().wake_with([] { glfwPostEmptyEvent(); });
  return open;
}

void OpenWindow::take_keys_of(GLFWwindow* other) {
  glfwSetWindowUserPointer(other, &inbox);
  glfwSetKeyCallback(other, on_key);
  glfwSetCharCallback(other, on_character);
  glfwSetWindowRefreshCallback(other, [](GLFWwindow* w) { inbox_of(w).want_frames(3); });
}

void OpenWindow::fill_screen(bool full) {
  if (full == before_full_screen_.has_value()) return;
  if (full) {
    const auto at = placement();
    GLFWmonitor* monitor = monitor_under(at);
    const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
    if (mode == nullptr) return;
    before_full_screen_ = at;
    glfwSetWindowMonitor(window_.get(), monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
  } else {
    const auto at = *std::exchange(before_full_screen_, std::nullopt);
    glfwSetWindowMonitor(window_.get(), nullptr, at.x, at.y, at.width, at.height, GLFW_DONT_CARE);
  }
  inbox.frames_wanted = 30;
}

Placement OpenWindow::placement() const {
  if (before_full_screen_) return *before_full_screen_;
  Placement at;
  glfwGetWindowPos(window_.get(), &at.x, &at.y);
  glfwGetWindowSize(window_.get(), &at.width, &at.height);
  at.x = std::max(0, at.x);
  at.maximised = glfwGetWindowAttrib(window_.get(), GLFW_MAXIMIZED) != 0;
  return at;
}

Trouble OpenWindow::trouble() {
  if (reset_status_ != nullptr && reset_status_() != GL_NO_ERROR) return Trouble::lost;
  const auto error = render::gl::take_errors();
  if (error == render::gl::context_lost) return Trouble::lost;
  if (error == GL_OUT_OF_MEMORY) return Trouble::memory;
  // Tested once a second only, since it waits for OpenGL.
  if (const double now = glfwGetTime(); now - looked_at_ > 1) {
    looked_at_ = now;
    if (!render::gl::draws()) return Trouble::black;
  }
  return Trouble::none;
}

}  // namespace app
