#include "render/gl/offscreen.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <utility>

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <fmt/core.h>

#include "render/gl/health.hpp"

namespace render::gl {
namespace {

using algebra::Message;
using algebra::message;

bool has_extension(const char* list, std::string_view name) {
  std::string_view rest = list != nullptr ? list : "";
  while (!rest.empty()) {
    const auto end = std::min(rest.find(' '), rest.size());
    if (rest.substr(0, end) == name) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

/// An EGL context that is current without a window; undone in the opposite order.
class Context {
 public:
  Context() = default;
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  ~Context() {
    if (display_ == EGL_NO_DISPLAY) return;
    // The process shares its displays, so this one stays initialised for other users.
    if (eglGetCurrentContext() == context_) eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (surface_ != EGL_NO_SURFACE) eglDestroySurface(display_, surface_);
    if (context_ != EGL_NO_CONTEXT) eglDestroyContext(display_, context_);
  }

  bool make_current() const { return display_ != EGL_NO_DISPLAY && eglMakeCurrent(display_, surface_, surface_, context_); }

  /// Makes a 3.3 core context of this display current; otherwise returns false, and `why` tells what was refused.
  bool open(EGLDisplay display, std::string& why) {
    if (display == EGL_NO_DISPLAY) return why = "no display", false;
    if (!eglInitialize(display, nullptr, nullptr)) return why = "eglInitialize failed", false;
    const char* extensions = eglQueryString(display, EGL_EXTENSIONS);
    const bool surfaceless = has_extension(extensions, "EGL_KHR_surfaceless_context");
    if (!eglBindAPI(EGL_OPENGL_API)) return why = "EGL offers no desktop OpenGL", false;
    const std::array<EGLint, 5> wanted{EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE};
    const std::array<EGLint, 5> any{EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_DONT_CARE, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    const bool pbuffer = eglChooseConfig(display, wanted.data(), &config, 1, &count) && count == 1;
    if (!pbuffer && !(surfaceless && eglChooseConfig(display, any.data(), &config, 1, &count) && count == 1))
      return why = "no fitting EGL configuration", false;
    const std::array<EGLint, 7> version{
        EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version.data());
    if (context == EGL_NO_CONTEXT) return why = "no OpenGL 3.3 core context", false;
    EGLSurface surface = EGL_NO_SURFACE;
    bool current = surfaceless && eglMakeCurrent(display, surface, surface, context);
    if (!current && pbuffer) {
      const std::array<EGLint, 5> size{EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
      surface = eglCreatePbufferSurface(display, config, size.data());
      current = surface != EGL_NO_SURFACE && eglMakeCurrent(display, surface, surface, context);
    }
    if (!current) {
      if (surface != EGL_NO_SURFACE) eglDestroySurface(display, surface);
      eglDestroyContext(display, context);
      return why = "the context could not be made current", false;
    }
    display_ = display;
    context_ = context;
    surface_ = surface;
    return true;
  }

 private:
  EGLDisplay display_ = EGL_NO_DISPLAY;
  EGLContext context_ = EGL_NO_CONTEXT;
  EGLSurface surface_ = EGL_NO_SURFACE;
};

/// Tries devices first (they need no display server), then Mesa's surfaceless platform, then the default.
bool open_any(Context& context, std::string& tried) {
  const auto attempt = [&](std::string_view name, EGLDisplay display) {
    std::string why;
    if (context.open(display, why)) return true;
    tried += fmt::format("{}{}: {}", tried.empty() ? "" : "; ", name, why);
    return false;
  };
  const char* client = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  if (has_extension(client, "EGL_EXT_platform_device") &&
      (has_extension(client, "EGL_EXT_device_enumeration") || has_extension(client, "EGL_EXT_device_base"))) {
    std::array<EGLDeviceEXT, 32> devices{};
    EGLint count = 0;
    if (eglQueryDevicesEXT(static_cast<EGLint>(devices.size()), devices.data(), &count))
      for (int i = 0; i < count; ++i)
        if (attempt(fmt::format("EGL device {}", i),
                    eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, devices[static_cast<std::size_t>(i)], nullptr)))
          return true;
  }
  if (has_extension(client, "EGL_MESA_platform_surfaceless") &&
      attempt("surfaceless platform", eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr)))
    return true;
  return attempt("default display", eglGetDisplay(EGL_DEFAULT_DISPLAY));
}

class EglOffscreen final : public Offscreen {
 public:
  Context context_;  // first, so that the context outlives the framebuffer
  int width_ = 0, height_ = 0;
  GLuint texture_ = 0, framebuffer_ = 0;

  ~EglOffscreen() override {
    // Names belong to a context; another one may have become current since.
    if (!context_.make_current()) return;
    if (framebuffer_ != 0) glDeleteFramebuffers(1, &framebuffer_);
    if (texture_ != 0) glDeleteTextures(1, &texture_);
  }

  bool make_framebuffer(int width, int height) {
    width_ = width;
    height_ = height;
    glGenTextures(1, &texture_);
    glBindTexture(GL_TEXTURE_2D, texture_);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glBindTexture(GL_TEXTURE_2D, 0);
    glGenFramebuffers(1, &framebuffer_);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
    glViewport(0, 0, width, height);
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE && glGetError() == GL_NO_ERROR;
  }

  std::string renderer() const override {
    const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    return name != nullptr ? name : "unknown";
  }

  unsigned framebuffer() const override { return framebuffer_; }

  std::vector<std::uint8_t> read_rgba() const override {
    const auto stride = static_cast<std::size_t>(width_) * 4, rows = static_cast<std::size_t>(height_);
    std::vector<std::uint8_t> upward(stride * rows), pixels(stride * rows);
    GLint before = 0, alignment = 4;
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &before);
    glGetIntegerv(GL_PACK_ALIGNMENT, &alignment);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, upward.data());
    glPixelStorei(GL_PACK_ALIGNMENT, alignment);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(before));
    for (std::size_t y = 0; y < rows; ++y) std::memcpy(&pixels[y * stride], &upward[(rows - 1 - y) * stride], stride);
    return pixels;
  }
};

}  // namespace

tl::expected<std::unique_ptr<Offscreen>, Message> Offscreen::create(int width, int height) {
  if (width < 1 || height < 1) return tl::unexpected(message("a picture of {} x {} pixels has nothing to draw on", width, height));
  auto offscreen = std::make_unique<EglOffscreen>();
  std::string tried;
  if (!open_any(offscreen->context_, tried))
    return tl::unexpected(message("no EGL display gives an OpenGL 3.3 context without a window ({})", tried));
  GLint largest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
  if (width > largest || height > largest)
    return tl::unexpected(
        message("a picture of {} x {} pixels is too large: this OpenGL driver draws up to {} x {}", width, height, largest, largest));
  if (!offscreen->make_framebuffer(width, height))
    return tl::unexpected(message("the OpenGL driver refused a framebuffer of {} x {} pixels", width, height));
  if (!draws()) return tl::unexpected(message("the OpenGL driver ({}) draws nothing: its device may have failed", offscreen->renderer()));
  return offscreen;
}

}  // namespace render::gl
