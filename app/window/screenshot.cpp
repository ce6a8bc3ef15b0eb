#include "app/window/screenshot.hpp"

#include <cairo.h>
#include <epoxy/gl.h>

#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "app/actions/compiling.hpp"
#include "app/state/tool_runner.hpp"
#include "app/system/files.hpp"
#include "app/window/frame.hpp"
#include "render/gl/offscreen.hpp"

namespace app {
namespace {

using algebra::Message;

struct DestroySurface {
  void operator()(cairo_surface_t* s) const { cairo_surface_destroy(s); }
};

cairo_status_t append(void* text, const unsigned char* bytes, unsigned count) {
  static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(bytes), count);
  return CAIRO_STATUS_SUCCESS;
}

tl::expected<std::string, Message> png(std::vector<std::uint8_t> rgba, int width, int height) {
  // Cairo's pixels are native-endian xRGB.
  for (std::size_t i = 0; i < rgba.size(); i += 4) std::swap(rgba[i], rgba[i + 2]);
  const std::unique_ptr<cairo_surface_t, DestroySurface> surface(
      cairo_image_surface_create_for_data(rgba.data(), CAIRO_FORMAT_RGB24, width, height, width * 4));
  std::string bytes;
  if (cairo_surface_write_to_png_stream(surface.get(), append, &bytes) != CAIRO_STATUS_SUCCESS)
    return tl::unexpected(Message("the picture could not be encoded as PNG"));
  return bytes;
}

}  // namespace

tl::expected<void, Message> screenshot(State& state, const ScreenshotOptions& options, const std::string& path) {
  const int width = static_cast<int>(std::lround(options.width * options.scale)),
            height = static_cast<int>(std::lround(options.height * options.scale));
  auto offscreen = render::gl::Offscreen::create(width, height);
  if (!offscreen) return tl::unexpected(offscreen.error());
  auto frame = Frame::create(options.device, options.faults);
  if (!frame) return tl::unexpected(frame.error());
  state.workspace.run_maps_on(runs_maps_on(options.device));
  // The first frames are incomplete: ImGui sizes some windows by their contents in the frame before, the first frame starts the launch, the
  // start page makes its pictures one by one, and the finder's dialogs search for a while.
  const auto goes_on = [&] {
    const auto dialog = state.view.dialog;
    return (state.view.start_page || dialog == Dialog::find_layout || dialog == Dialog::infer_table) && (*frame)->ui().animating;
  };
  for (int i = 0; i < 5 || goes_on(); ++i) {
    if (i > 0) (*frame)->trace().finish();
    advance_compiler(state.workspace, state.host);
    if (state.workspace.front_end().doing().document != 0)
      state.workspace.front_end().finish(), advance_compiler(state.workspace, state.host);
    state.workspace.finish_map();
    state.workspace.tools().finish();
    state.view.now += 1;  // seconds, after which fading elements are at rest
    glBindFramebuffer(GL_FRAMEBUFFER, (*offscreen)->framebuffer());
    (*frame)->draw(state, width, height, options.scale, [] {
      auto& io = ImGui::GetIO();
      io.DeltaTime = 1.0f / 60;
      compat::mouse_position(io, -1, -1);
    });
  }
  const auto bytes = png((*offscreen)->read_rgba(), width, height);
  if (!bytes) return tl::unexpected(bytes.error());
  return write_file(path, *bytes);
}

}  // namespace app
