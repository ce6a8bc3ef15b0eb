#include "app/window/window.hpp"

#include <epoxy/gl.h>
// epoxy first: it is the loader, and GLFW must not bring another.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/key_queue.hpp"
#include "app/window/frame.hpp"

namespace app {
namespace {

struct GlfwSession {
  bool ready = false;
  ~GlfwSession() {
    if (ready) glfwTerminate();
  }
};

struct DestroyWindow {
  void operator()(GLFWwindow* w) const { glfwDestroyWindow(w); }
};

struct ImGuiGlfw {
  explicit ImGuiGlfw(GLFWwindow* w) { ImGui_ImplGlfw_InitForOpenGL(w, true); }
  ~ImGuiGlfw() { ImGui_ImplGlfw_Shutdown(); }
};

struct CloseFile {
  void operator()(std::FILE* f) const { std::fclose(f); }
};

/// What GLFW's callbacks leave for the loop.
struct Inbox {
  KeyQueue keys;
  std::vector<std::string> dropped;
  int frames_wanted = 3;   ///< ImGui settles a change within a few frames
};

/// The clipboard as the sheet's one-line fields take it: a call over several lines, with comments, becomes one line.
struct Clipboard {
  const char* (*get)(void*) = nullptr;
  void (*set)(void*, const char*) = nullptr;
  void* user = nullptr;
  std::string text;

  void install(ImGuiIO& io) {
    get = io.GetClipboardTextFn;
    set = io.SetClipboardTextFn;
    user = io.ClipboardUserData;
    io.ClipboardUserData = this;
    io.GetClipboardTextFn = [](void* self) -> const char* {
      auto& c = *static_cast<Clipboard*>(self);
      const char* copied = c.get(c.user);
      if (copied == nullptr) return nullptr;
      c.text = algebra::one_line(copied);
      return c.text.c_str();
    };
    io.SetClipboardTextFn = [](void* self, const char* copied) {
      const auto& c = *static_cast<Clipboard*>(self);
      c.set(c.user, copied);
    };
  }
};

Inbox& inbox_of(GLFWwindow* w) { return *static_cast<Inbox*>(glfwGetWindowUserPointer(w)); }

void on_key(GLFWwindow* w, int key, int scancode, int action, int mods) {
  inbox_of(w).keys.key(key, scancode, action, mods);
  inbox_of(w).frames_wanted = std::max(3, inbox_of(w).frames_wanted);
}

void on_character(GLFWwindow* w, unsigned int code) {
  inbox_of(w).keys.character(code);
  inbox_of(w).frames_wanted = std::max(3, inbox_of(w).frames_wanted);
}

void on_drop(GLFWwindow* w, int count, const char** paths) {
  for (int i = 0; i < count; ++i) inbox_of(w).dropped.emplace_back(paths[i]);
  inbox_of(w).frames_wanted = 3;
}

std::string last_glfw_error() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text != nullptr ? text : "no reason given";
}

/// Playing moves on by whole accesses, so that any launch takes about eight seconds or less.
void advance_playback(App& app, double seconds, double& carried) {
  if (!app.playing || !app.launch()) return;
  const auto total = app.launch()->accesses();
  carried += seconds * std::max(2.0, static_cast<double>(total) / 8.0);
  const auto steps = static_cast<std::int64_t>(carried);
  if (steps == 0) return;
  carried -= static_cast<double>(steps);
  const auto now = app.sheet().launch.position < 0 ? total : app.sheet().launch.position;
  const auto next = std::min(total, now + steps);
  app.adjust([&](Sheet& s) { s.launch.position = next; });
  if (next == total) app.playing = false;
}

}  // namespace

tl::expected<void, std::string> run_window(App& app, const WindowOptions& options) {
  GlfwSession session{glfwInit() == GLFW_TRUE};
  if (!session.ready)
    return tl::unexpected(fmt::format("no window can be opened: {} (set DISPLAY, or use `cutescope screenshot`)", last_glfw_error()));
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  // No larger than the screen has room for.
  int width_now = options.width, height_now = options.height;
  if (GLFWmonitor* monitor = glfwGetPrimaryMonitor()) {
    int x = 0, y = 0, room_x = 0, room_y = 0;
    glfwGetMonitorWorkarea(monitor, &x, &y, &room_x, &room_y);
    if (room_x > 0 && room_y > 0) {
      width_now = std::min(width_now, room_x);
      height_now = std::min(height_now, room_y);
    }
  }
  const std::unique_ptr<GLFWwindow, DestroyWindow> window(glfwCreateWindow(width_now, height_now, "Cutescope", nullptr, nullptr));
  if (!window) return tl::unexpected(fmt::format("no window with OpenGL 3.3 can be opened: {}", last_glfw_error()));
  glfwMakeContextCurrent(window.get());
  glfwSwapInterval(1);

  auto frame = Frame::create(options.device);
  if (!frame) return tl::unexpected(frame.error());
  const ImGuiGlfw platform(window.get());
  Clipboard clipboard;
  clipboard.install(ImGui::GetIO());
  Inbox inbox;
  glfwSetWindowUserPointer(window.get(), &inbox);
  const auto imgui_key = glfwSetKeyCallback(window.get(), on_key);
  inbox.keys.forward_to(imgui_key, glfwSetCharCallback(window.get(), on_character));
  glfwSetDropCallback(window.get(), on_drop);
  glfwSetWindowRefreshCallback(window.get(), [](GLFWwindow* w) { inbox_of(w).frames_wanted = 3; });
  const std::unique_ptr<std::FILE, CloseFile> log(options.frame_log.empty() ? nullptr : std::fopen(options.frame_log.c_str(), "a"));

  // Verdicts wake the loop: none may come once GLFW is gone.
  struct Quiet {
    App& app;
    ~Quiet() {
      app.drop_verdicts();
      app.wake_with({});
    }
  } const quiet{app};
  app.wake_with([] { glfwPostEmptyEvent(); });

  std::string title;
  double last = glfwGetTime(), carried = 0;
  while (!app.quit) {
    if (inbox.frames_wanted > 0 || app.playing) glfwPollEvents();
    else {
      glfwWaitEvents();
      inbox.frames_wanted = 3;
      last = glfwGetTime();
    }
    if (app.collect_verdicts()) inbox.frames_wanted = 3;
    const auto shortcut = inbox.keys.feed(window.get());
    if (const auto* command = shortcut ? command_for(*shortcut) : nullptr; command != nullptr && command->enabled(app)) command->run(app);
    for (const auto& path : inbox.dropped) app.open(path);
    if (shortcut || !inbox.dropped.empty()) inbox.frames_wanted = 30;
    inbox.dropped.clear();
    if (glfwWindowShouldClose(window.get())) {
      glfwSetWindowShouldClose(window.get(), GLFW_FALSE);
      app.request_quit();
      inbox.frames_wanted = 3;
      if (app.quit) break;
    }
    const double now = glfwGetTime();
    advance_playback(app, now - last, carried);
    last = now;

    int width = 0, height = 0;
    glfwGetFramebufferSize(window.get(), &width, &height);
    if (width == 0 || height == 0) {   // minimised
      glfwWaitEvents();
      continue;
    }
    if (const auto wanted = app.title() + (app.unsaved() ? " •" : "") + " – Cutescope"; wanted != title) {
      title = wanted;
      glfwSetWindowTitle(window.get(), title.c_str());
    }
    float scale_x = 1, scale_y = 1;
    glfwGetWindowContentScale(window.get(), &scale_x, &scale_y);
    const auto before = app.sheet_version;
    const auto dialog = app.dialog;
    (*frame)->draw(app, width, height, scale_x, [] { ImGui_ImplGlfw_NewFrame(); });
    if (app.sheet_version != before) inbox.frames_wanted = 3;
    if (app.dialog != dialog) inbox.frames_wanted = 30;   // ImGui fades the page behind a dialog
    glfwSwapBuffers(window.get());
    if (!inbox.keys.empty()) inbox.frames_wanted = std::max(3, inbox.frames_wanted);
    if (log) {
      std::fprintf(log.get(), "%.6f %.3f\n", now, (*frame)->ui().frame_ms);
      std::fflush(log.get());
    }
    inbox.frames_wanted = std::max(0, inbox.frames_wanted - 1);
  }
  return {};
}

}  // namespace app
