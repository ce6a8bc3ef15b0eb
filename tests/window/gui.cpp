#include "gui.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/panels/panels.hpp"
#include "app/session.hpp"
#include "app/window/frame.hpp"

namespace gui {
namespace {

struct Key {
  int glfw;
  ImGuiKey imgui;
};
constexpr std::array keys{Key{GLFW_KEY_TAB, ImGuiKey_Tab}, Key{GLFW_KEY_LEFT, ImGuiKey_LeftArrow}, Key{GLFW_KEY_RIGHT, ImGuiKey_RightArrow},
                          Key{GLFW_KEY_UP, ImGuiKey_UpArrow}, Key{GLFW_KEY_DOWN, ImGuiKey_DownArrow}, Key{GLFW_KEY_PAGE_UP, ImGuiKey_PageUp},
                          Key{GLFW_KEY_PAGE_DOWN, ImGuiKey_PageDown}, Key{GLFW_KEY_HOME, ImGuiKey_Home}, Key{GLFW_KEY_END, ImGuiKey_End},
                          Key{GLFW_KEY_INSERT, ImGuiKey_Insert}, Key{GLFW_KEY_DELETE, ImGuiKey_Delete}, Key{GLFW_KEY_BACKSPACE, ImGuiKey_Backspace},
                          Key{GLFW_KEY_SPACE, ImGuiKey_Space}, Key{GLFW_KEY_ENTER, ImGuiKey_Enter}, Key{GLFW_KEY_ESCAPE, ImGuiKey_Escape},
                          Key{GLFW_KEY_A, ImGuiKey_A}, Key{GLFW_KEY_C, ImGuiKey_C}, Key{GLFW_KEY_V, ImGuiKey_V},
                          Key{GLFW_KEY_X, ImGuiKey_X}, Key{GLFW_KEY_Y, ImGuiKey_Y}, Key{GLFW_KEY_Z, ImGuiKey_Z}};

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

std::string utf8(ImWchar code) {
  const auto c = static_cast<unsigned>(code);
  if (c < 0x80) return {static_cast<char>(c)};
  if (c < 0x800) return {static_cast<char>(0xC0 | (c >> 6)), static_cast<char>(0x80 | (c & 63))};
  return {static_cast<char>(0xE0 | (c >> 12)), static_cast<char>(0x80 | ((c >> 6) & 63)), static_cast<char>(0x80 | (c & 63))};
}

}  // namespace

Gui::Gui(app::Sheet sheet, const Look& look) : app(std::move(sheet)), look_(look) {
  context_ = ImGui::CreateContext();
  auto& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.ConfigInputTextCursorBlink = false;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
  map_keys(io);
  keys_.forward_to(on_key, on_character);
  app::choose_language(app, look.language);
  app.theme = look.theme;
  compat::mouse_position(io, -1, -1);
  settle();
}

Gui::~Gui() {
  app.drop_verdicts();
  ImGui::DestroyContext(context_);
}

void Gui::frame() {
  app.collect_verdicts();
  app.collect_watched(ui.active_entry);
  const auto shortcut = keys_.feed(nullptr);
  if (const auto* c = shortcut ? app::command_for(*shortcut) : nullptr; c != nullptr && c->enabled(app)) c->run(app);
  auto& io = ImGui::GetIO();
  io.DeltaTime = 1.0f / 60;
  const int width = static_cast<int>(std::lround(static_cast<float>(look_.width) * look_.scale));
  const int height = static_cast<int>(std::lround(static_cast<float>(look_.height) * look_.scale));
  io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  io.DisplayFramebufferScale = {1, 1};
  if (app::prepare(ui, app, width, height, look_.scale)) index_glyphs();
  ImGui::NewFrame();
  app::Actions actions;
  app::draw_window(ui, app, actions);
  ImGui::Render();
  read_back();
  for (const auto& action : actions) action(app);
  if (app.clipboard.empty()) return;
  ImGui::SetClipboardText(app.clipboard.c_str());
  app.clipboard.clear();
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
    if (!c.enabled(app)) return false;
    const auto s = c.shortcut;
    // Some keys have another command of the same shortcut before this one.
    if (s.key != 0 && app::command_for(s) == &c) {
      key(s.key, s.control, s.shift, s.alt);
    } else {
      c.run(app);
      settle();
    }
    return true;
  }
  return false;
}

/// Which glyph each texel of the atlas belongs to.
void Gui::index_glyphs() {
  auto& atlas = *ImGui::GetIO().Fonts;
  unsigned char* pixels = nullptr;
  int width = 0, height = 0;
  atlas.GetTexDataAsAlpha8(&pixels, &width, &height);
  atlas.SetTexID(ImTextureID{});
  glyphs_.clear();
  glyph_at_.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), -1);
  for (int f = 0; f < atlas.Fonts.Size; ++f) {
    const auto& font = *atlas.Fonts[f];
    for (const auto& g : font.Glyphs) {
      if (!g.Visible) continue;
      const auto number = static_cast<int>(glyphs_.size());
      glyphs_.push_back({static_cast<ImWchar>(g.Codepoint), g.X1 - g.X0, g.Y1 - g.Y0, g.X0, g.AdvanceX, font.GetCharAdvance(' '), f});
      const int x0 = static_cast<int>(std::lround(g.U0 * static_cast<float>(width))), x1 = static_cast<int>(std::lround(g.U1 * static_cast<float>(width)));
      const int y0 = static_cast<int>(std::lround(g.V0 * static_cast<float>(height))), y1 = static_cast<int>(std::lround(g.V1 * static_cast<float>(height)));
      for (int y = y0; y < y1; ++y)
        for (int x = x0; x < x1; ++x) glyph_at_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)] = number;
    }
  }
}

/// Letters are quads whose corners name a part of the atlas; letters side by side are a text.
void Gui::read_back() {
  drawn_.clear();
  const auto* data = ImGui::GetDrawData();
  const auto& atlas = *ImGui::GetIO().Fonts;
  const auto width = static_cast<float>(atlas.TexWidth), height = static_cast<float>(atlas.TexHeight);
  int font = -1;
  float pen = 0;   ///< where the next letter of the text would stand
  for (int l = 0; l < data->CmdListsCount; ++l) {
    const auto& list = *data->CmdLists[l];
    font = -1;
    for (const auto& command : list.CmdBuffer) {
      if (command.UserCallback != nullptr) continue;
      for (unsigned i = 0; i + 6 <= command.ElemCount;) {
        const auto* index = &list.IdxBuffer[static_cast<int>(command.IdxOffset + i)];
        const auto vertex = [&](int k) -> const ImDrawVert& { return list.VtxBuffer[static_cast<int>(command.VtxOffset + index[k])]; };
        const bool quad = index[1] == index[0] + 1 && index[2] == index[0] + 2 && index[3] == index[0] && index[4] == index[0] + 2 && index[5] == index[0] + 3;
        const auto &a = vertex(0), &b = vertex(2);
        if (!quad || a.uv.x >= b.uv.x || a.uv.y >= b.uv.y) {
          i += 3;
          continue;
        }
        i += 6;
        const auto u = static_cast<std::size_t>((a.uv.x + b.uv.x) / 2 * width), v = static_cast<std::size_t>((a.uv.y + b.uv.y) / 2 * height);
        const int number = glyph_at_[v * static_cast<std::size_t>(width) + u];
        if (number < 0) continue;
        const auto& g = glyphs_[static_cast<std::size_t>(number)];
        const auto& clip = command.ClipRect;
        if (b.pos.y <= clip.y || a.pos.y >= clip.w) continue;
        if (b.pos.x <= clip.x || a.pos.x >= clip.z) {
          if (font == g.font && !drawn_.empty() && std::abs(a.pos.x - pen) < 2 * g.space) drawn_.back().cut = true;
          continue;
        }
        // Cut by the list's clip rectangle, or cropped by ImGui already: then a part of the glyph's picture is left.
        const float across = (b.uv.x - a.uv.x) * width, down = (b.uv.y - a.uv.y) * height;
        const bool cut = across < g.width - 0.5f || a.pos.x < clip.x - 1 || b.pos.x > clip.z + 1;
        const bool scrolled = down < g.height - 0.5f || a.pos.y < clip.y - 1 || b.pos.y > clip.w + 1;
        const float size = (b.pos.y - a.pos.y) / down;   // of what the font was made for
        // A blank is no quad: it is the room between two.
        const float gap = (a.pos.x - g.left * size - pen) / size;
        const bool goes_on = font == g.font && !drawn_.empty() && gap > -0.5f * g.space && gap < 2.4f * g.space && a.pos.y < drawn_.back().to.y + g.space && b.pos.y > drawn_.back().from.y - g.space;
        if (!goes_on) {
          drawn_.push_back({.text = {}, .from = a.pos, .to = b.pos, .cut = false, .scrolled = false, .colour = a.col});
        } else if (gap > 0.5f * g.space) {
          drawn_.back().text += ' ';
        }
        auto& d = drawn_.back();
        d.text += utf8(g.code);
        d.cut = d.cut || cut;
        d.scrolled = d.scrolled || scrolled;
        d.from = {std::min(d.from.x, a.pos.x), std::min(d.from.y, a.pos.y)};
        d.to = {std::max(d.to.x, b.pos.x), std::max(d.to.y, b.pos.y)};
        font = g.font;
        pen = a.pos.x + (g.advance - g.left) * size;
      }
    }
  }
}

const Drawn* Gui::find(std::string_view text, int nth) const {
  for (const auto& d : drawn_)
    if (d.text == text && nth-- == 0) return &d;
  return nullptr;
}

const Drawn* Gui::find_containing(std::string_view text, int nth) const {
  for (const auto& d : drawn_)
    if (d.text.find(text) != std::string::npos && nth-- == 0) return &d;
  return nullptr;
}

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
