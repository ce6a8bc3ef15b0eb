#include "app/window/frame.hpp"

#include <backends/imgui_impl_opengl3.h>
#include <epoxy/gl.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "app/commands/commands.hpp"
#include "app/commands/guide.hpp"
#include "app/panels/window_layout.hpp"
#include "app/state/tool_runner.hpp"
#include "app/ui/font_cache.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

constexpr double trace_budget_ms = 8;

/// Collects the characters of texts that are new since the last frame. Returns true if glyphs are needed that no font has yet.
bool new_glyphs(FontCache& cache, const State& state) {
  bool any = false;
  if (!cache.texts_needed || cache.language != state.view.texts.language()) {
    any = cache.need(state.view.texts.all() + "中文");
    // The overview of the lessons.
    for (int n = 0; n < static_cast<int>(lesson_names().size()); ++n)
      any = cache.need(lesson_title(n, state.view.texts.language()) + std::string(lesson_opening(n, state.view.texts.language()))) || any;
    cache.texts_needed = true;
    cache.language = state.view.texts.language();
    cache.looked_at = 0;  // a lesson's notes are in that language too
  }
  if (cache.looked_at != state.workspace.changes()) {
    cache.looked_at = state.workspace.changes();
    for (const auto& d : state.workspace.documents()) any = cache.need(d.path + d.title(state.view.texts)) || any;
    for (const auto& behind : state.session.left)
      for (const auto& s : behind.left.sheets) any = cache.need(s.path + s.text) || any;
    for (const auto& e : state.workspace.sheet().entries) any = cache.need(e.text) || any;
    any = cache.need(lesson_text(state.workspace.sheet())) || any;
  }
  if (state.view.dialog == Dialog::guide && !cache.guide_needed) {
    any = cache.need(guide_source()) || any;
    cache.guide_needed = true;
  }
  if (const auto* answer = state.workspace.tools().answer(); answer != nullptr && cache.tool_answer != answer->number) {
    cache.tool_answer = answer->number;
    any = cache.need(answer->text) || any;
    any = cache.need(answer->remarks) || any;
  }
  if (cache.notice != state.host.notice) {
    cache.notice = state.host.notice;
    any = cache.need(state.view.texts(state.host.notice)) || any;
  }
  // Characters typed now are drawn in this frame.
  for (const auto c : ImGui::GetIO().InputQueueCharacters) any = cache.need(c) || any;
  return any;
}

/// Returns the scale of a presentation's texts, 0 without one. Body text, of 13 points, is 1/32 of the window's height, or of 4/5 of its
/// width if that is less. The scale moves in steps, so that resizing the window does not load its fonts in every frame.
float stage_scale_for(const State& state, int width, int height) {
  if (!state.view.presenting.on) return 0;
  const auto w = static_cast<float>(width), h = static_cast<float>(height);
  const float usual = std::min(h, w * 0.8f) / (32 * 13), most = std::min(w / 300, h / 220);  // smallest room of a slide
  return std::max(0.75f, std::ceil(std::min(usual * state.view.presenting.size, most) * 8) / 8);
}

/// Returns true if the atlas was built anew.
bool update_fonts(Ui& ui, const State& state, float scale, float stage_scale) {
  if (!ui.font_cache) ui.font_cache = std::make_shared<FontCache>();
  auto& cache = *ui.font_cache;
  const bool more = new_glyphs(cache, state) || cache.late.full();
  const float canvas_scale = state.view.presenting.on ? 0 : ui.canvas_wanted;
  if (!more && scale == ui.font_scale && stage_scale == ui.stage_scale && canvas_scale == ui.canvas_scale) {
    if (std::exchange(cache.more_chinese, false)) cache.late.add(cache.chinese());
    return false;
  }
  const auto sets = load_fonts(*ui.font_cache, ImGui::GetIO(), {scale, stage_scale, canvas_scale});
  ui.fonts = sets.usual;
  ui.stage_fonts = sets.stage;
  ui.canvas_fonts = sets.canvas;
  ui.font_scale = scale;
  ui.stage_scale = stage_scale;
  ui.canvas_scale = canvas_scale;
  return true;
}

/// Copies glyphs that were added later into the atlas's texture.
void upload(const ImFontAtlas& atlas, const std::vector<LateGlyphs::Pixels>& glyphs) {
  if (glyphs.empty()) return;
  glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(reinterpret_cast<std::intptr_t>(atlas.TexID)));
  std::vector<std::uint32_t> texels;
  for (const auto& g : glyphs) {
    texels.clear();
    for (const auto c : g.coverage) texels.push_back(IM_COL32(255, 255, 255, c));
    glTexSubImage2D(GL_TEXTURE_2D, 0, g.x, g.y, g.width, g.height, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
  }
}

}  // namespace

float fitting_scale(float wanted, int width, int height) {
  constexpr float least_width = 720, least_height = 480;  // points that the panels need
  const float most = std::min(static_cast<float>(width) / least_width, static_cast<float>(height) / least_height);
  return wanted <= most ? wanted : std::max(0.5f, std::floor(most * 16) / 16);
}

bool prepare(Ui& ui, const State& state, int width, int height, float scale) {
  ui.scale = fitting_scale(scale * state.view.zoom, width, height);
  ui.zoom = state.view.zoom;
  ui.most_zoom = fitting_scale(FLT_MAX, width, height) / scale;
  const bool fonts_changed = update_fonts(ui, state, ui.scale, stage_scale_for(state, width, height));
  ui.texts = &state.view.texts;
  ui.theme_name = state.view.theme;
  ui.ink = make_ink(render::theme(state.view.theme), state.view.theme);
  ui.framebuffer_width = width;
  ui.framebuffer_height = height;
  ui.draws.clear();
  ui.fills.clear();
  ui.animating = false;
  apply_style(render::theme(state.view.theme), ui.scale, state.view.theme == render::ThemeName::dark);
  return fonts_changed;
}

tl::expected<std::unique_ptr<Frame>, Message> Frame::create(gpu::Want want, gpu::Faults faults) {
  if (epoxy_gl_version() < 33) {
    // A lost context has no version.
    const auto* version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
    return tl::unexpected(version != nullptr ? message("OpenGL 3.3 is needed; this display offers {}", version)
                                             : Message("OpenGL 3.3 is needed; this display offers none that works"));
  }
  auto painter = render::gl::GridPainter::create();
  if (!painter) return tl::unexpected(painter.error());
  std::unique_ptr<Frame> frame(new Frame);
  frame->painter_ = std::move(*painter);
  frame->trace_ = std::make_unique<TraceSession>(want, faults);
  IMGUI_CHECKVERSION();
  frame->context_ = ImGui::CreateContext();
  ImGui::SetCurrentContext(frame->context_);
  auto& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.ConfigInputTextCursorBlink = false;
  if (!ImGui_ImplOpenGL3_Init("#version 330 core")) {
    ImGui::DestroyContext(frame->context_);
    return tl::unexpected(Message("the OpenGL backend of Dear ImGui did not start"));
  }
  frame->backend_ = true;
  frame->ui_.painter = frame->painter_.get();
  frame->ui_.trace = frame->trace_.get();
  return frame;
}

Frame::~Frame() {
  if (!backend_) return;
  ImGui::SetCurrentContext(context_);
  ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext(context_);
}

void Frame::draw(State& state, int width, int height, float scale, const std::function<void()>& begin_platform) {
  const auto start = std::chrono::steady_clock::now();
  if (launched_ != state.workspace.launch_version() || first_) {
    launched_ = state.workspace.launch_version();
    first_ = false;
    if (state.workspace.launch()) trace_->start(*state.workspace.launch());
    else trace_->clear();
  }
  // A small launch is complete before it is drawn; a large one leaves time to draw.
  trace_->advance(trace_budget_ms);
  Requests requests;
  draw_panels(state, width, height, scale, begin_platform, [&] { draw_window(ui_, state, requests); });
  ui_.frame_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  carry_out(state, requests);
  if (std::exchange(state.host.cancel_trace, false)) trace_->cancel();
  if (state.host.clipboard.empty()) return;
  ImGui::SetClipboardText(state.host.clipboard.c_str());
  state.host.clipboard.clear();
}

void Frame::draw_view(const State& state, int width, int height, float scale, void (*panel)(Ui&, const State&, Requests&)) {
  ImGui::SetCurrentContext(context_);
  Requests unused;
  draw_panels(
      state, width, height, scale, [] {}, [&] { panel(ui_, state, unused); });
}

void Frame::draw_panels(const State& state, int width, int height, float scale, const std::function<void()>& begin_platform,
                        const std::function<void()>& panels) {
  const bool fonts_changed = prepare(ui_, state, width, height, scale);
#if IMGUI_VERSION_NUM < 19200
  // The first texture is created together with the backend's other objects.
  if (fonts_changed && drawn_) {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
  }
#endif
  ImGui_ImplOpenGL3_NewFrame();
  drawn_ = true;
  if (fonts_changed) compat::texture_uploaded(*ImGui::GetIO().Fonts);
  begin_platform();
  auto& io = ImGui::GetIO();
  // The layout is in framebuffer pixels, so that text and lines stay sharp at every scale.
  io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  io.DisplayFramebufferScale = {1, 1};
  ImGui::NewFrame();
  panels();
  ImGui::Render();
#if IMGUI_VERSION_NUM < 19200
  upload(*io.Fonts, ui_.font_cache->late.rasterise(*ImGui::GetDrawData()));
  ui_.animating = ui_.animating || ui_.font_cache->late.full();  // the remaining glyphs are drawn once there is room
#endif
  glViewport(0, 0, width, height);
  // The background of the panels; the canvas fills itself.
  const auto panel = render::theme(state.view.theme).card;
  glClearColor(panel.r / 255.f, panel.g / 255.f, panel.b / 255.f, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

MapReader::MakeDevice runs_maps_on(gpu::Want want) {
  return [want](Message& why) -> std::unique_ptr<gpu::ReplayDevice> {
    if (want != gpu::Want::cpu) return gpu::ReplayDevice::create(why);
    why = "The CPU was chosen.";
    return nullptr;
  };
}

}  // namespace app
