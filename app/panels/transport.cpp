// Playback: back, play, forward, loop, the slider, step and speed.

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/panels/gpu_views.hpp"

namespace app {
namespace {

constexpr std::array<double, 7> speeds{0.25, 0.5, 1, 2, 4, 8, 16};
constexpr std::array<const char*, 3> step_names{"warp", "block", "access"};   // as PlaybackStep

std::string speed_text(double speed) { return speed < 0.3 ? "¼×" : speed < 1 ? "½×" : fmt::format("{:.0f}×", speed); }

/// Icons of one size, from left to right.
struct Buttons {
  Ui& ui;
  ImDrawList* list;
  float x, y, size;

  template <class Draw>
  bool operator()(const char* id, const char* what, ImU32 ink, Draw draw) {
    ImGui::SetCursorScreenPos({x, y});
    const bool clicked = ImGui::InvisibleButton(id, {size, size});
    if (ImGui::IsItemHovered()) hint(ui, ui.tr(what));
    draw(ImVec2{x, y + size / 2}, ImGui::IsItemHovered() ? ui.ink.accent : ink);
    x += size + ui.px(8);
    return clicked;
  }
};

/// Two arrows that chase each other round.
void draw_loop(ImDrawList* list, const Ui& ui, ImVec2 at, ImU32 ink) {
  const ImVec2 c{at.x + ui.px(8), at.y};
  const float r = ui.px(5);
  list->PathArcTo(c, r, 0.6f, 5.6f, 16);
  list->PathStroke(ink, 0, ui.px(1.5f));
  const ImVec2 tip{c.x + r * std::cos(5.6f), c.y + r * std::sin(5.6f)};
  list->AddTriangleFilled({tip.x - ui.px(3.5f), tip.y - ui.px(0.5f)}, {tip.x + ui.px(2.5f), tip.y + ui.px(2.5f)}, {tip.x + ui.px(2.5f), tip.y - ui.px(4)}, ink);
}

/// The chips at the right end. Returns their left edge.
float choices(const LaunchView& v, float right, float mid) {
  auto& ui = v.ui;
  const auto& look = v.app.launch_look;
  const auto& face = ui.fonts.ui_small;
  const float h = face.size + ui.px(6);
  float x = right;
  const auto put = [&](const char* id, const std::string& label, const char* what) {
    x -= text_width(face, label) + ui.px(14);
    ImGui::SetCursorScreenPos({x, mid - h / 2});
    const bool clicked = chip(ui, id, label, face);
    if (ImGui::IsItemHovered()) hint(ui, ui.tr(what));
    x -= ui.px(5);
    return clicked;
  };
  if (put("speed", speed_text(look.speed), "Speed")) ImGui::OpenPopup("speeds");
  if (put("step", fmt::format("{} ▾", ui.tr(step_names[static_cast<std::size_t>(look.step)])), "Steps of")) ImGui::OpenPopup("steps");
  if (ImGui::BeginPopup("speeds")) {
    for (const double speed : speeds)
      if (ImGui::MenuItem(speed_text(speed).c_str(), nullptr, look.speed == speed)) v.actions.push_back([speed](App& a) { a.launch_look.speed = speed; });
    ImGui::EndPopup();
  }
  if (ImGui::BeginPopup("steps")) {
    for (std::size_t k = 0; k < step_names.size(); ++k)
      if (ImGui::MenuItem(ui.tr(step_names[k]), nullptr, static_cast<std::size_t>(look.step) == k))
        v.actions.push_back([k](App& a) { a.launch_look.step = static_cast<PlaybackStep>(k); });
    ImGui::EndPopup();
  }
  return x - ui.px(7);
}

void slider(const LaunchView& v, float x, float right, float mid, float height) {
  auto& ui = v.ui;
  auto* list = ImGui::GetWindowDrawList();
  ImGui::SetCursorScreenPos({x - ui.px(7), mid - height / 2 - ui.px(2)});
  ImGui::InvisibleButton("scrub", {right - x + ui.px(14), height + ui.px(4)});
  if (ImGui::IsItemActive()) {
    const double t = std::clamp((ImGui::GetIO().MousePos.x - x) / (right - x), 0.0f, 1.0f);
    v.go(static_cast<std::int64_t>(std::llround(t * static_cast<double>(v.total))));
  }
  const float t = v.total > 0 ? static_cast<float>(static_cast<double>(v.position) / static_cast<double>(v.total)) : 0;
  const float knob = x + t * (right - x);
  list->AddRectFilled({x, mid - ui.px(2)}, {right, mid + ui.px(2)}, ui.ink.line, ui.px(2));
  list->AddRectFilled({x, mid - ui.px(2)}, {knob, mid + ui.px(2)}, ui.ink.accent, ui.px(2));
  list->AddCircleFilled({knob, mid}, ui.px(7), ui.ink.panel);
  list->AddCircle({knob, mid}, ui.px(7), ui.ink.accent, 0, ui.px(2));
}

}  // namespace

void transport(const LaunchView& v, ImVec2 at, float width) {
  auto& ui = v.ui;
  auto* list = ImGui::GetWindowDrawList();
  const float h = ui.px(16), mid = at.y + h / 2, d = ui.px(5);
  const auto step = v.app.launch_look.step;
  Buttons button{ui, list, at.x, at.y, h};
  if (button("back", "One step back", ui.ink.text, [&](ImVec2 a, ImU32 c) {
        list->AddRectFilled({a.x + ui.px(2), a.y - d}, {a.x + ui.px(3.5f), a.y + d}, c);
        list->AddTriangleFilled({a.x + ui.px(12), a.y - d}, {a.x + ui.px(12), a.y + d}, {a.x + ui.px(5), a.y}, c);
      }))
    v.go(stepped(v.plan, v.position, step, -1));
  if (button("play", "Play or pause", ui.ink.text, [&](ImVec2 a, ImU32 c) {
        if (v.app.playing) {
          list->AddRectFilled({a.x + ui.px(3), a.y - d}, {a.x + ui.px(6), a.y + d}, c);
          list->AddRectFilled({a.x + ui.px(9), a.y - d}, {a.x + ui.px(12), a.y + d}, c);
        } else {
          list->AddTriangleFilled({a.x + ui.px(4), a.y - d}, {a.x + ui.px(13), a.y}, {a.x + ui.px(4), a.y + d}, c);
        }
      }))
    v.actions.push_back([](App& a) { a.play_or_pause(); });
  if (button("forward", "One step forward", ui.ink.text, [&](ImVec2 a, ImU32 c) {
        list->AddTriangleFilled({a.x + ui.px(3), a.y - d}, {a.x + ui.px(3), a.y + d}, {a.x + ui.px(10), a.y}, c);
        list->AddRectFilled({a.x + ui.px(11.5f), a.y - d}, {a.x + ui.px(13), a.y + d}, c);
      }))
    v.go(stepped(v.plan, v.position, step, 1));
  if (button("loop", "Play again and again", v.app.launch_look.loop ? ui.ink.accent : ui.ink.fainter, [&](ImVec2 a, ImU32 c) { draw_loop(list, ui, a, c); }))
    v.actions.push_back([](App& a) { a.launch_look.loop = !a.launch_look.loop; });
  const float right = choices(v, at.x + width - ui.px(14), mid);
  float x = button.x;
  // Words where they leave the slider some room.
  const auto& face = ui.fonts.ui_small;
  auto text = fmt::format("{} {} {} {}", ui.tr("request"), grouped(v.position), ui.tr("of"), grouped(v.total));
  if (right - x - text_width(face, text) < ui.px(90)) text = fmt::format("{} / {}", grouped(v.position), grouped(v.total));
  text = fitted(face, text, right - x);
  draw_text(list, face, {x, mid - face.size / 2}, ui.ink.text, text);
  x += text_width(face, text) + ui.px(16);
  if (right - x >= ui.px(40)) slider(v, x, right, mid, h);
}

}  // namespace app
