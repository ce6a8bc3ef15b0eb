#include "gui.hpp"
#include "app/actions/appearance.hpp"
#include "app/actions/asking_tools.hpp"
#include "app/actions/compiling.hpp"
#include "app/actions/documents.hpp"
#include "app/commands/commands.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/panels/sheet/sheet_parts.hpp"
#include "app/panels/window_layout.hpp"
#include "app/ui/font_cache.hpp"
#include "app/window/frame.hpp"

namespace gui {
namespace {

struct Key {
  int glfw;
  ImGuiKey imgui;
};
constexpr std::array keys{Key{GLFW_KEY_TAB, ImGuiKey_Tab},
                          Key{GLFW_KEY_LEFT, ImGuiKey_LeftArrow},
                          Key{GLFW_KEY_RIGHT, ImGuiKey_RightArrow},
                          Key{GLFW_KEY_UP, ImGuiKey_UpArrow},
                          Key{GLFW_KEY_DOWN, ImGuiKey_DownArrow},
                          Key{GLFW_KEY_PAGE_UP, ImGuiKey_PageUp},
                          Key{GLFW_KEY_PAGE_DOWN, ImGuiKey_PageDown},
                          Key{GLFW_KEY_HOME, ImGuiKey_Home},
                          Key{GLFW_KEY_END, ImGuiKey_End},
                          Key{GLFW_KEY_INSERT, ImGuiKey_Insert},
                          Key{GLFW_KEY_DELETE, ImGuiKey_Delete},
                          Key{GLFW_KEY_BACKSPACE, ImGuiKey_Backspace},
                          Key{GLFW_KEY_SPACE, ImGuiKey_Space},
                          Key{GLFW_KEY_ENTER, ImGuiKey_Enter},
                          Key{GLFW_KEY_ESCAPE, ImGuiKey_Escape},
                          Key{GLFW_KEY_A, ImGuiKey_A},
                          Key{GLFW_KEY_C, ImGuiKey_C},
                          Key{GLFW_KEY_V, ImGuiKey_V},
                          Key{GLFW_KEY_X, ImGuiKey_X},
                          Key{GLFW_KEY_Y, ImGuiKey_Y},
                          Key{GLFW_KEY_Z, ImGuiKey_Z}};

#if IMGUI_VERSION_NUM < 18700
void map_keys(ImGuiIO& io) {
  for (const auto& k : keys) io.KeyMap[k.imgui] = k.glfw;
}
void tell_key(int code, bool down) { ImGui::GetIO().KeysDown[code] = down; }
#else
void map_keys(ImGuiIO&) {}
void tell_key(int code, bool down) {
  for (const auto& k : keys)
    if (k.glfw == code) ImGui::GetIO().AddKeyEvent(k.imgui, down);
}
#endif

void on_key(GLFWwindow*, int code, int, int action, int mods) {
  auto& io = ImGui::GetIO();
  tell_key(code, action != GLFW_RELEASE);
#if IMGUI_VERSION_NUM < 18700
  io.KeyCtrl = (mods & GLFW_MOD_CONTROL) != 0;
  io.KeyShift = (mods & GLFW_MOD_SHIFT) != 0;
  io.KeyAlt = (mods & GLFW_MOD_ALT) != 0;
#else
  io.AddKeyEvent(ImGuiMod_Ctrl, (mods & GLFW_MOD_CONTROL) != 0);
  io.AddKeyEvent(ImGuiMod_Shift, (mods & GLFW_MOD_SHIFT) != 0);
  io.AddKeyEvent(ImGuiMod_Alt, (mods & GLFW_MOD_ALT) != 0);
#endif
}

void on_character(GLFWwindow*, unsigned int code) { ImGui::GetIO().AddInputCharacter(code); }

/// One step of an UTF-8 text.
unsigned int next_code(std::string_view& text) {
  unsigned int code = 0;
  const int n = ImTextCharFromUtf8(&code, text.data(), text.data() + text.size());
  text.remove_prefix(static_cast<std::size_t>(std::max(1, n)));
  return code;
}

}  // namespace

/// Fonts left over from a Gui. Rasterising them is most of the cost of a Gui, so the next one of that scale takes them.
struct Gui::Lettering {
  ImFontAtlas atlas;
  app::Fonts fonts, stage_fonts;
  float scale = 0, stage_scale = 0;
  std::shared_ptr<app::FontCache> cache;
  app::TextReader reader;
};

std::vector<std::unique_ptr<Gui::Lettering>>& Gui::left_lettering() {
  static std::vector<std::unique_ptr<Lettering>> left;
  return left;
}

void Gui::take_lettering() {
  auto& left = left_lettering();
  const float scale = app::fitting_scale(look_.scale, static_cast<int>(size().x), static_cast<int>(size().y));
  const auto same = std::find_if(left.begin(), left.end(), [&](const auto& l) { return l->scale == scale && l->stage_scale == 0; });
  if (same == left.end()) {
    lettering_ = std::make_unique<Lettering>();
    return;
  }
  lettering_ = std::move(*same);
  left.erase(same);
  ui.fonts = lettering_->fonts;
  ui.stage_fonts = lettering_->stage_fonts;
  ui.font_scale = lettering_->scale;
  ui.stage_scale = lettering_->stage_scale;
  ui.font_cache = lettering_->cache;
  // The glyphs that it has stay; which ones this sheet needs is looked at anew.
  ui.font_cache->looked_at = 0;
  ui.font_cache->notice = {};
  ui.font_cache->tool_answer = 0;
}

Gui::Gui(app::Sheet sheet, const Look& look) : state(std::move(sheet)), look_(look) {
  take_lettering();
  context_ = ImGui::CreateContext(&lettering_->atlas);
  auto& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.ConfigInputTextCursorBlink = false;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
  map_keys(io);
  keys_.forward_to(on_key, on_character);
  app::choose_language(state.workspace, state.view, look.language);
  state.view.theme = look.theme;
  if (look.all_panels) state.session.panels_open.fill(true);
  compat::mouse_position(io, -1, -1);
  settle();
}

Gui::~Gui() {
  state.workspace.drop_verdicts();
  ImGui::DestroyContext(context_);
  lettering_->fonts = ui.fonts;
  lettering_->stage_fonts = ui.stage_fonts;
  lettering_->scale = ui.font_scale;
  lettering_->stage_scale = ui.stage_scale;
  lettering_->cache = ui.font_cache;
  auto& left = left_lettering();
  left.push_back(std::move(lettering_));
  constexpr std::size_t most_left = 6;
  if (left.size() > most_left) left.erase(left.begin());
}

void Gui::frame() {
  state.workspace.collect_verdicts();
  state.workspace.collect_map();
  app::collect_tool(state.workspace, state.view, state.host);
  app::advance_compiler(state.workspace, state.host);
  collect_watched(state.workspace, state.view, state.host, app::panel_of(ui).active_entry);
  const auto shortcut = keys_.feed(nullptr);
  if (const auto* c = shortcut ? app::command_for(*shortcut) : nullptr; c != nullptr) app::run_command(state, *c);
  auto& io = ImGui::GetIO();
  io.DeltaTime = 1.0f / 60;
  state.view.now += io.DeltaTime;
  const int width = static_cast<int>(size().x), height = static_cast<int>(size().y);
  io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  io.DisplayFramebufferScale = {1, 1};
  if (app::prepare(ui, state, width, height, look_.scale)) {
    // As a backend does for its texture.
    unsigned char* pixels = nullptr;
    io.Fonts->GetTexDataAsAlpha8(&pixels, nullptr, nullptr);
    io.Fonts->SetTexID(ImTextureID{});
    lettering_->reader.index(*io.Fonts);
  }
  asked_ = {};
  io.UserData = &asked_;
  ImGui::NewFrame();
  app::Requests requests;
  app::draw_window(ui, state, requests);
  ImGui::Render();
  if (!ui.font_cache->late.rasterise(*ImGui::GetDrawData()).empty()) lettering_->reader.index(*io.Fonts);
  drawn_ = lettering_->reader.read(*ImGui::GetDrawData());
  app::carry_out(state, requests);
  if (state.host.clipboard.empty()) return;
  ImGui::SetClipboardText(state.host.clipboard.c_str());
  state.host.clipboard.clear();
}

void Gui::resize(int width, int height) { pixels_ = {static_cast<float>(width), static_cast<float>(height)}; }

ImVec2 Gui::size() const {
  if (pixels_.x > 0) return pixels_;
  return {std::round(static_cast<float>(look_.width) * look_.scale), std::round(static_cast<float>(look_.height) * look_.scale)};
}

void Gui::settle() {
  for (int i = 0; i < 100 && !keys_.empty(); ++i) frame();
  for (int i = 0; i < 4; ++i) frame();
}

void Gui::move(ImVec2 to) {
  compat::mouse_position(ImGui::GetIO(), to.x, to.y);
  frame();
  frame();
}

void Gui::press(int button) {
  compat::mouse_button(ImGui::GetIO(), button, true);
  frame();
}

void Gui::release(int button) {
  compat::mouse_button(ImGui::GetIO(), button, false);
  frame();
  frame();
}

void Gui::click(ImVec2 at, int button) {
  move(at);
  press(button);
  release(button);
  // Two clicks of a test are no double click.
  for (int i = 0; i < 25; ++i) frame();
}

void Gui::double_click(ImVec2 at) {
  move(at);
  press();
  release();
  press();
  release();
  settle();
}

void Gui::drag(ImVec2 from, ImVec2 to, int steps) {
  move(from);
  press();
  for (int i = 1; i <= steps; ++i) {
    const float t = static_cast<float>(i) / static_cast<float>(steps);
    compat::mouse_position(ImGui::GetIO(), from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t);
    frame();
  }
  release();
  settle();
}

void Gui::wheel(float notches) {
#if IMGUI_VERSION_NUM >= 18700
  ImGui::GetIO().AddMouseWheelEvent(0, notches);
#else
  ImGui::GetIO().MouseWheel = notches;
#endif
  frame();
  frame();
}

void Gui::key(int code, bool control, bool shift, bool alt) {
  const int mods = (control ? GLFW_MOD_CONTROL : 0) | (shift ? GLFW_MOD_SHIFT : 0) | (alt ? GLFW_MOD_ALT : 0);
  keys_.key(code, 0, GLFW_PRESS, mods);
  keys_.key(code, 0, GLFW_RELEASE, mods);
  // Modifiers go up with the next event, as a hand would let go of them.
  keys_.key(GLFW_KEY_LEFT_CONTROL, 0, GLFW_RELEASE, 0);
  settle();
}

void Gui::type(std::string_view text) {
  while (!text.empty()) {
    keys_.character(next_code(text));
    frame();
  }
  settle();
}

bool Gui::command(std::string_view id) {
  for (const auto& c : app::commands()) {
    if (id != c.id) continue;
    if (!c.enabled(state)) return false;
    const auto s = c.shortcut;
    // Some keys have another command of the same shortcut before this one.
    if (s.key != 0 && app::command_for(s) == &c) {
      key(s.key, s.control, s.shift, s.alt);
    } else {
      app::run_command(state, c);
      settle();
    }
    return true;
  }
  return false;
}

const Drawn* Gui::find(std::string_view text, int nth) const { return app::find_text(drawn_, text, nth); }

const Drawn* Gui::find_containing(std::string_view text, int nth) const { return app::find_text_containing(drawn_, text, nth); }

bool Gui::click_text(std::string_view text, int nth) {
  const auto* d = find(text, nth);
  if (d == nullptr) return false;
  click(d->centre());
  return true;
}

std::string Gui::everything() const {
  std::string all;
  for (const auto& d : drawn_) all += fmt::format("{}{} ({:.0f},{:.0f})\n", d.text, d.cut ? " [cut]" : "", d.from.x, d.from.y);
  return all;
}

}  // namespace gui
