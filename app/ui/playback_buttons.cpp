#include "app/ui/playback_buttons.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/ui/widgets.hpp"

namespace app {
namespace {

/// Draws two arrows in a circle.
void draw_loop(ImDrawList* list, const Ui& ui, ImVec2 at, ImU32 ink) {
  const ImVec2 c{at.x + ui.px(8), at.y};
  const float r = ui.px(5);
  list->PathArcTo(c, r, 0.6f, 5.6f, 16);
  list->PathStroke(ink, 0, ui.px(1.5f));
  const ImVec2 tip{c.x + r * std::cos(5.6f), c.y + r * std::sin(5.6f)};
  list->AddTriangleFilled({tip.x - ui.px(3.5f), tip.y - ui.px(0.5f)}, {tip.x + ui.px(2.5f), tip.y + ui.px(2.5f)},
                          {tip.x + ui.px(2.5f), tip.y - ui.px(4)}, ink);
}

/// Draws an icon; `at` is the middle of its left edge.
void draw_icon(ImDrawList* list, const Ui& ui, PlaybackButtons::Icon icon, ImVec2 at, ImU32 ink) {
  using enum PlaybackButtons::Icon;
  const float d = ui.px(5);
  const auto box = [&](float from, float to) { list->AddRectFilled({at.x + ui.px(from), at.y - d}, {at.x + ui.px(to), at.y + d}, ink); };
  const auto arrow = [&](float from, float tip) {
    list->AddTriangleFilled({at.x + ui.px(from), at.y - d}, {at.x + ui.px(from), at.y + d}, {at.x + ui.px(tip), at.y}, ink);
  };
  switch (icon) {
    case back: box(2, 3.5f), arrow(12, 5); break;
    case play: arrow(4, 13); break;
    case pause: box(3, 6), box(9, 12); break;
    case forward: arrow(3, 10), box(11.5f, 13); break;
    case loop: draw_loop(list, ui, at, ink); break;
    case close: draw_cross(list, {at.x + ui.px(8), at.y}, ui.px(4), ink, ui.px(1.5f)); break;
  }
}

}  // namespace

std::string speed_text(double speed) { return speed < 0.3 ? "¼×" : speed < 1 ? "½×" : fmt::format("{:.0f}×", speed); }

bool PlaybackButtons::operator()(Icon icon, const char* what, ImU32 ink) {
  ImGui::SetCursorScreenPos({x, y});
  ImGui::PushID(what);
  const bool clicked = ImGui::InvisibleButton("icon", {size, size});
  ImGui::PopID();
  if (ImGui::IsItemHovered()) hint(ui, ui.tr(what));
  draw_icon(ImGui::GetWindowDrawList(), ui, icon, {x, y + size / 2}, ImGui::IsItemHovered() ? ui.ink.accent : ink);
  x += size + ui.px(8);
  return clicked;
}

std::optional<std::int64_t> scrub(Ui& ui, const char* id, float x, float right, float mid, float height, std::int64_t position,
                                  std::int64_t total) {
  auto* list = ImGui::GetWindowDrawList();
  area(id, {x - ui.px(7), mid - height / 2 - ui.px(2)}, {right - x + ui.px(14), height + ui.px(4)});
  std::optional<std::int64_t> wanted;
  if (ImGui::IsItemActive()) {
    const double t = std::clamp((ImGui::GetIO().MousePos.x - x) / (right - x), 0.0f, 1.0f);
    wanted = static_cast<std::int64_t>(std::llround(t * static_cast<double>(total)));
  }
  const float t = total > 0 ? static_cast<float>(static_cast<double>(position) / static_cast<double>(total)) : 0;
  const float knob = x + t * (right - x);
  list->AddRectFilled({x, mid - ui.px(2)}, {right, mid + ui.px(2)}, ui.ink.line, ui.px(2));
  list->AddRectFilled({x, mid - ui.px(2)}, {knob, mid + ui.px(2)}, ui.ink.accent, ui.px(2));
  list->AddCircleFilled({knob, mid}, ui.px(7), ui.ink.panel);
  list->AddCircle({knob, mid}, ui.px(7), ui.ink.accent, 0, ui.px(2));
  return wanted;
}

}  // namespace app
