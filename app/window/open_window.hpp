#pragma once
// A window with its OpenGL context, and everything that dies with the context: a driver that loses one leaves the state whole.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <epoxy/gl.h>
// epoxy first: it is the loader, and GLFW must not bring another.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>

#include "app/ui/key_queue.hpp"
#include "app/window/frame.hpp"

namespace app {

struct DestroyWindow {
  void operator()(GLFWwindow* w) const { glfwDestroyWindow(w); }
};

struct ImGuiGlfw {
  explicit ImGuiGlfw(GLFWwindow* w) { ImGui_ImplGlfw_InitForOpenGL(w, true); }
  ~ImGuiGlfw() { ImGui_ImplGlfw_Shutdown(); }
};

/// What GLFW's callbacks leave for the loop.
struct Inbox {
  KeyQueue keys;
  std::vector<std::string> dropped;
  int frames_wanted = 3;                        ///< ImGui settles a change within a few frames
  bool placed = false;                          ///< the window was moved, resized or maximised
  bool focused = false;                         ///< it has got the keyboard
  GLFWwindowfocusfun forward_focus = nullptr;   ///< ImGui's
  GLFWmousebuttonfun forward_button = nullptr;  ///< ImGui's
  GLFWcursorposfun forward_pointer = nullptr;   ///< ImGui's, from 1.87 on
  GLFWscrollfun forward_wheel = nullptr;        ///< ImGui's
  void want_frames(int n) { frames_wanted = n > frames_wanted ? n : frames_wanted; }
};

/// The clipboard as the sheet's one-line fields take it: a call over several lines, with comments, becomes one line.
struct Clipboard {
  const char* (*get)(void*) = nullptr;
  void (*set)(void*, const char*) = nullptr;
  void* user = nullptr;
  std::string text;

  void install(ImGuiIO&);
};

/// Where a window stands, so that another can take its place.
struct Placement {
  int x = -1, y = -1, width = 1600, height = 1000;  ///< x < 0: wherever the desktop puts it
  bool maximised = false;
};

class OpenWindow {
 public:
  /// GLFW must be running. Error: one sentence.
  static tl::expected<std::unique_ptr<OpenWindow>, std::string> create(const Placement&, gpu::Want, gpu::Faults);
  OpenWindow(const OpenWindow&) = delete;
  OpenWindow& operator=(const OpenWindow&) = delete;

  GLFWwindow* window() const { return window_.get(); }
  Frame& frame() { return *frame_; }
  Placement placement() const;  ///< of a window that fills the screen: where it was before
  /// All of the screen that the window is on, or its old place. Does nothing when it is so already.
  void fill_screen(bool);
  /// The driver has lost the context, and all that was in it. Never true where drivers do not say.
  bool lost() const;

  Inbox inbox;

 private:
  OpenWindow() = default;

  std::unique_ptr<GLFWwindow, DestroyWindow> window_;
  std::unique_ptr<Frame> frame_;
  std::unique_ptr<ImGuiGlfw> platform_;
  Clipboard clipboard_;
  std::optional<Placement> before_full_screen_;
  GLenum (*reset_status_)() = nullptr;
};

/// What GLFW says went wrong last.
std::string last_glfw_error();

}  // namespace app
