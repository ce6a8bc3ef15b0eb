#pragma once
// A window, its OpenGL context, and everything that belongs to the context. The state is elsewhere, so that it survives the loss of a
// context.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <epoxy/gl.h>
// epoxy first: it is the loader, and GLFW must not bring another.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>

#include "algebra/text/message.hpp"
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

/// Events stored by GLFW's callbacks for the frame loop.
struct Inbox {
  KeyQueue keys;
  std::vector<std::string> dropped;
  int frames_wanted = 3;                        ///< frames to draw; ImGui needs a few to settle after a change
  bool placed = false;                          ///< the window was moved, resized or maximised
  bool focused = false;                         ///< the window got the keyboard
  GLFWwindowfocusfun forward_focus = nullptr;   ///< ImGui's
  GLFWmousebuttonfun forward_button = nullptr;  ///< ImGui's
  GLFWcursorposfun forward_pointer = nullptr;   ///< ImGui's, from 1.87 on
  GLFWscrollfun forward_wheel = nullptr;        ///< ImGui's
  void want_frames(int n) { frames_wanted = n > frames_wanted ? n : frames_wanted; }
};

/// Makes ImGui paste text of several lines into the sheet's one-line fields: see for_field.
struct Clipboard {
  const char* (*get)(void*) = nullptr;
  void (*set)(void*, const char*) = nullptr;
  void* user = nullptr;
  std::string text;

  void install(ImGuiIO&);
};

/// Position and size of a window.
struct Placement {
  int x = -1, y = -1, width = 1600, height = 1000;  ///< x < 0: chosen by the desktop
  bool maximised = false;
};

/// The reason why a window cannot continue with its context.
enum class Trouble : std::uint8_t {
  none,
  lost,    ///< the driver has reset or dropped the context
  memory,  ///< OpenGL has no memory; drawings since then are undefined
  black,   ///< OpenGL draws nothing, or the display shows none of it
};

class OpenWindow {
 public:
  /// Requires glfwInit(). Error: one sentence.
  static tl::expected<std::unique_ptr<OpenWindow>, algebra::Message> create(const Placement&, gpu::Want, gpu::Faults);
  OpenWindow(const OpenWindow&) = delete;
  OpenWindow& operator=(const OpenWindow&) = delete;

  GLFWwindow* window() const { return window_.get(); }
  Frame& frame() { return *frame_; }
  Placement placement() const;  ///< in full screen: the placement before
  /// Enters full screen on the window's monitor, or restores the old placement. Does nothing if it is in that state already.
  void fill_screen(bool);
  /// Handles the keys of another window as this one's.
  void take_keys_of(GLFWwindow*);
  /// Returns the trouble of the context, if any. Call this after each frame.
  Trouble trouble();

  Inbox inbox;

 private:
  OpenWindow() = default;

  std::unique_ptr<GLFWwindow, DestroyWindow> window_;
  std::unique_ptr<Frame> frame_;
  std::unique_ptr<ImGuiGlfw> platform_;
  Clipboard clipboard_;
  std::optional<Placement> before_full_screen_;
  GLenum (*reset_status_)() = nullptr;
  double looked_at_ = -1e9;  ///< time of the last test whether OpenGL draws, in seconds
};

/// Returns the message of GLFW's last error.
std::string last_glfw_error();

}  // namespace app
