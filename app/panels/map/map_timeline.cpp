// The timeline: rows of moves, of the ring's stages and of waits, with the current moment.

#include "app/panels/map/map_page.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/flow/file_lines.hpp"
#include "app/ui/menus.hpp"
#include "app/ui/playback_buttons.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

using algebra::message;

/// Draws the buttons, the moment in words, and the slider.
void transport(const MapPageView& v, ImVec2 at, float width) {
  using enum PlaybackButtons::Icon;
  auto& ui = v.ui;
  auto* list = ImGui::GetWindowDrawList();
  const float h = ui.px(16), mid = at.y + h / 2;
  const auto moment = v.look.choice.moment;
  PlaybackButtons button{ui, at.x, at.y, h};
  if (button(back, "One step back", ui.ink.text)) v.requests.add<step_map>(std::int64_t{-1});
  if (button(v.look.playing ? pause : play, "Play or pause", ui.ink.text)) v.requests.add<play_map>(!v.look.playing);
  if (button(forward, "One step forward", ui.ink.text)) v.requests.add<step_map>(std::int64_t{1});
  const auto& face = ui.fonts.ui_small;
  const float right = at.x + width, speed = right - text_width(face, speed_text(v.look.speed)) - ui.px(16);
  ImGui::SetCursorScreenPos({speed, mid - face.size / 2 - ui.px(3)});
  if (chip(ui, "speed", speed_text(v.look.speed), face)) ImGui::OpenPopup("speeds");
  if (const Popup popup(ui, "speeds"); popup)
    for (const double s : speeds)
      if (menu_item(ui, speed_text(s), {.chosen = v.look.speed == s})) v.requests.add<set_map_speed>(s);
  const auto where = (*ui.texts)(moment_place(v.story, v.look.choice));
  const float words = std::min(text_width(face, where), width * 0.45f);
  draw_fitted(list, ui, face, {button.x + ui.px(4), mid - face.size / 2}, words + 1, ui.ink.text, where);
  const float x = button.x + words + ui.px(22), end = speed - ui.px(18);
  if (end - x < ui.px(40)) return;
  if (const auto to = scrub(ui, "scrub", x, end, mid, h, static_cast<std::int64_t>(moment), static_cast<std::int64_t>(v.map.moments()) - 1))
    v.go(static_cast<std::size_t>(*to));
}

constexpr float flight_points = 6;

float row_height(const Ui& ui, const MapTime& time, float room) {
  const auto thin = static_cast<float>(std::ranges::count(time.rows, TimeRow::Kind::flight, &TimeRow::kind));
  const auto rows = std::max(1.0f, static_cast<float>(time.rows.size()) - thin);
  return std::clamp((room - thin * ui.px(flight_points)) / rows, ui.fonts.ui_small.size + 1, ui.px(22));
}

}  // namespace

float timeline_height(const Ui& ui, const MapTime& time) {
  const auto thin = static_cast<float>(std::ranges::count(time.rows, TimeRow::Kind::flight, &TimeRow::kind));
  return ui.px(30 + 4 + 8) + ui.fonts.ui_small.size + thin * ui.px(flight_points) +
         (static_cast<float>(time.rows.size()) - thin) * (ui.fonts.ui_small.size + 2);
}

void map_timeline(const MapPageView& v, ImVec2 at, ImVec2 size) {
  auto& ui = v.ui;
  auto& panel = v.panel;
  auto* list = ImGui::GetWindowDrawList();
  const auto& time = v.story.time;
  const float inset = ui.px(12), head = ui.px(30);
  help_here(ui, "map.time", at, {at.x + size.x, at.y + size.y});
  transport(v, {at.x + inset, at.y + ui.px(8)}, size.x - 2 * inset);
  const auto& face = ui.fonts.ui_small;
  float labels = 0;
  for (const auto& row : time.rows) labels = std::max(labels, text_width(face, (*ui.texts)(row.title)));
  labels = std::min(labels + ui.px(18), size.x * 0.2f);
  const float left = at.x + inset + labels, right = at.x + size.x - inset, top = at.y + head + face.size + ui.px(4),
              bottom = at.y + size.y - ui.px(4);
  const double wide = right - left, all = static_cast<double>(std::max<std::int64_t>(1, time.ticks));
  if (wide < 40) return;
  panel.time.update(all, wide / ui.px(12));
  const ImVec2 room{static_cast<float>(wide), bottom - top};
  const bool clicked = area("time", {left, top}, room);
  const bool over = ImGui::IsItemHovered(), held = ImGui::IsItemActive();
  const auto& io = ImGui::GetIO();
  const auto now = static_cast<double>(v.map.order()[v.look.choice.moment].tick);
  panel.time.follow(v.look.choice.moment, now);
  if (over && io.MouseWheel != 0) panel.time.zoom((io.MousePos.x - left) / wide, static_cast<double>(io.MouseWheel));
  const auto x_of = [&](double tick) { return left + static_cast<float>((tick - panel.time.from) / panel.time.span * wide); };
  list->PushClipRect({at.x, at.y + head}, {at.x + size.x, at.y + size.y}, true);
  for (const auto& p : time.phases) {
    const float from = std::max(left, x_of(static_cast<double>(p.from))), to = std::min(right, x_of(static_cast<double>(p.to)));
    if (to <= from) continue;
    list->AddLine({from, top - ui.px(12)}, {from, bottom}, ui.ink.line);
    auto words = (*ui.texts)(p.name);
    if (p.line > 0) words = (*ui.texts)(message("{}, line {}", words, line_text(v.map.flow(), p.line)));
    if (to - from > text_width(face, words) + ui.px(8)) draw_text(list, face, {from + ui.px(4), at.y + head}, ui.ink.faint, words);
  }
  const float row = row_height(ui, time, room.y);
  const auto fills = render::palette(render::PaletteName::cutescope, ui.theme_name);
  std::optional<std::size_t> pointed;
  float next = top;
  for (std::size_t i = 0; i < time.rows.size(); ++i) {
    const auto& r = time.rows[i];
    const bool thin = r.kind == TimeRow::Kind::flight;
    const float tall = thin ? ui.px(flight_points) : row, y = next, mid = y + tall / 2;
    next += tall;
    if (next > bottom + ui.px(4)) break;
    if (!thin) draw_fitted(list, ui, face, {at.x + inset, mid - face.size / 2}, labels - ui.px(8), ui.ink.text, (*ui.texts)(r.title));
    list->AddLine({left, next}, {right, next}, ui.ink.line);
    auto bar = std::ranges::lower_bound(r.bars, panel.time.from - 4096, {}, [](const TimeBar& b) { return static_cast<double>(b.from); });
    float drawn = -1e9f;  // bars within the same pixel are drawn once
    for (; bar != r.bars.end() && static_cast<double>(bar->from) < panel.time.from + panel.time.span; ++bar) {
      const float from = std::max(left, x_of(static_cast<double>(bar->from))),
                  to = std::min(right, std::max(from + 1, x_of(static_cast<double>(bar->to)) - 1));
      if (to < left || to <= drawn) continue;
      drawn = to;
      const float half = tall * 0.36f;
      const ImVec2 a{from, mid - half}, b{to, mid + half};
      const auto fill = r.kind == TimeRow::Kind::ordering ? ui.ink.error
                        : bar->k_tile < 0                 ? ui.ink.chip_border
                                                          : colour(fills[static_cast<std::size_t>(bar->k_tile) % fills.size()]);
      list->AddRectFilled(a, b, fill);
      if (to - from > ui.px(6) && r.kind != TimeRow::Kind::ordering) list->AddRect(a, b, ui.ink.chip_border);
      const bool here = over && io.MousePos.x >= from && io.MousePos.x < to && io.MousePos.y >= y && io.MousePos.y < y + tall;
      if (here) pointed = bar->moment;
      const auto words = bar->k_tile < 0 ? std::string() : (*ui.texts)(message("k tile {}", bar->k_tile));
      if (r.kind == TimeRow::Kind::stage && !words.empty() && text_width(face, words) + ui.px(8) < to - from)
        draw_text_centred(list, face, {(from + to) / 2, mid - face.size / 2}, ui.ink.text, words);
    }
  }
  const float line = x_of(now + 0.5);
  if (line >= left && line <= right) {
    list->AddLine({line, top - ui.px(4)}, {line, bottom}, ui.ink.accent, ui.px(2));
    list->AddCircleFilled({line, top - ui.px(4)}, ui.px(4), ui.ink.accent);
  }
  list->PopClipRect();
  if (pointed) {
    const auto& s = v.map.step(*pointed);
    hint(ui, fmt::format("{}  {}", line_text(v.map.flow(), s.line), s.text));
  }
  if (pointed && clicked) return v.go(*pointed);
  if (held && !pointed && io.MouseDown[0]) {
    const auto tick = static_cast<std::int64_t>(panel.time.from + (io.MousePos.x - left) / wide * panel.time.span);
    if (const auto to = first_moment_of(v.map, tick)) v.go(*to);
  }
}

}  // namespace app
