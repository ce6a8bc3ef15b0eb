#include "app/panels/launch/launch_view.hpp"

#include <array>

#include <fmt/format.h>

#include "app/actions/launching.hpp"
#include "app/ui/menus.hpp"
#include "app/ui/playback_buttons.hpp"

namespace app {
namespace {

constexpr std::array<const char*, 3> step_names{"warp", "block", "access"};  // in the order of PlaybackStep

/// Draws the chips at the right end. Returns their left edge.
float choices(const LaunchView& v, float right, float mid) {
  auto& ui = v.ui;
  const auto& look = v.view.playback;
  const auto& face = ui.fonts.ui_small;
  const float h = face.size + ui.px(6);
  float x = right;
  const auto put = [&](const char* id, const std::string& label, const char* what) {
    x -= text_width(face, label) + ui.px(14);
    ImGui::SetCursorScreenPos({x, mid - h / 2});
    const bool clicked = chip(ui, id, label, face);
    if (ImGui::IsItemHovered()) hint(ui, ui.tr(what));
    help_term(ui, "playback", what);
    x -= ui.px(5);
    return clicked;
  };
  if (put("speed", speed_text(look.speed), "Speed")) ImGui::OpenPopup("speeds");
  if (put("step", fmt::format("{} ▾", ui.tr(step_names[static_cast<std::size_t>(look.step)])), "Steps of")) ImGui::OpenPopup("steps");
  if (const Popup popup(ui, "speeds"); popup) {
    for (const double speed : speeds)
      if (menu_item(ui, speed_text(speed), {.chosen = look.speed == speed})) v.requests.add<set_playback_speed>(speed);
  }
  if (const Popup popup(ui, "steps"); popup) {
    for (std::size_t k = 0; k < step_names.size(); ++k)
      if (menu_item(ui, ui.tr(step_names[k]), {.chosen = static_cast<std::size_t>(look.step) == k}))
        v.requests.add<set_playback_step>(static_cast<gpu::PlaybackStep>(k));
  }
  return x - ui.px(7);
}

}  // namespace

void transport(const LaunchView& v, ImVec2 at, float width) {
  using enum PlaybackButtons::Icon;
  auto& ui = v.ui;
  auto* list = ImGui::GetWindowDrawList();
  const float h = ui.px(16), mid = at.y + h / 2;
  const auto step = v.view.playback.step;
  help_here(ui, "launch.playback", {at.x, at.y - ui.px(8)}, {at.x + width, at.y + h + ui.px(8)});
  PlaybackButtons button{ui, at.x, at.y, h};
  if (button(back, "One step back", ui.ink.text)) v.go(stepped(v.plan, v.position, step, -1));
  if (button(v.view.playing ? pause : play, "Play or pause", ui.ink.text)) v.requests.add<play_or_pause>();
  if (button(forward, "One step forward", ui.ink.text)) v.go(stepped(v.plan, v.position, step, 1));
  if (button(loop, "Play again and again", v.view.playback.loop ? ui.ink.accent : ui.ink.fainter))
    v.requests.add<loop_playback>(!v.view.playback.loop);
  const float right = choices(v, at.x + width - ui.px(14), mid);
  float x = button.x;
  // Text is shown only if the slider keeps enough room.
  const auto& face = ui.fonts.ui_small;
  auto text = fmt::format("{} {} {} {}", ui.tr("request"), grouped(v.position), ui.tr("of"), grouped(v.total));
  if (right - x - text_width(face, text) < ui.px(90)) text = fmt::format("{} / {}", grouped(v.position), grouped(v.total));
  text = fitted(face, text, right - x);
  draw_text(list, face, {x, mid - face.size / 2}, ui.ink.text, text);
  x += text_width(face, text) + ui.px(16);
  if (right - x < ui.px(40)) return;
  if (const auto wanted = scrub(ui, "scrub", x, right, mid, h, v.position, v.total)) v.go(*wanted);
}

}  // namespace app
