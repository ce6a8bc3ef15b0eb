#include "app/panels/teaching/teaching.hpp"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

constexpr double trail_seconds = 0.35;

ImU32 ink_of(LaserColour c, float alpha) {
  const int a = static_cast<int>(std::clamp(alpha, 0.0f, 1.0f) * 255);
  switch (c) {
    case LaserColour::red: break;
    case LaserColour::green: return IM_COL32(30, 215, 70, a);
    case LaserColour::blue: return IM_COL32(40, 130, 255, a);
    case LaserColour::orange: return IM_COL32(255, 150, 0, a);
  }
  return IM_COL32(255, 35, 35, a);
}

void spotlight(ImDrawList* list, const ViewState& view, ImVec2 centre, ImVec2 size) {
  const float radius = view.presenting.radius * size.y, reach = size.x + size.y;
  // A ring wide enough to cover the window, with a soft inner edge.
  constexpr int soft = 6;
  const float edge = radius * 0.08f / soft;
  for (int i = 0; i < soft; ++i)
    list->AddCircle(centre, radius + edge * (static_cast<float>(i) + 0.5f), IM_COL32(0, 0, 0, 26 * (i + 1)), 96, edge);
  list->AddCircle(centre, radius + edge * soft + reach / 2, IM_COL32(0, 0, 0, 182), 128, reach);
}

/// Draws the laser dot and its trail, which fades with time. Frames are requested only while there is a trail.
void laser(Ui& ui, ImDrawList* list, const ViewState& view, ImVec2 now, float size) {
  auto& trail = teaching(ui).laser;
  const double time = ImGui::GetTime();
  if (trail.empty() || std::hypot(trail.back().at.x - now.x, trail.back().at.y - now.y) > 1) trail.push_back({now, time});
  while (!trail.empty() && time - trail.front().time > trail_seconds) trail.pop_front();
  const auto colour = view.presenting.laser_colour;
  for (std::size_t i = 0; i + 1 < trail.size(); ++i) {
    const auto left = 1 - static_cast<float>((time - trail[i].time) / trail_seconds);
    list->AddLine(trail[i].at, trail[i + 1].at, ink_of(colour, 0.6f * left), size * (0.4f + 0.8f * left));
  }
  for (const auto& [radius, alpha] : {std::pair{3.2f, 0.10f}, {2.3f, 0.16f}, {1.6f, 0.3f}})
    list->AddCircleFilled(now, size * radius, ink_of(colour, alpha), 32);
  list->AddCircleFilled(now, size, ink_of(colour, 1), 24);
  list->AddCircleFilled(now, size * 0.45f, IM_COL32(255, 255, 255, 220), 16);
  if (trail.size() > 1) ui.animating = true;
  ImGui::SetMouseCursor(ImGuiMouseCursor_None);
}

}  // namespace

void draw_pointer(Ui& ui, const ViewState& view, ImVec2 at, ImVec2 size) {
  const auto& p = view.presenting;
  if (p.black || view.dialog != Dialog::none) return;
  auto* list = ImGui::GetForegroundDrawList();
  const bool there = ImGui::IsMousePosValid() && ImGui::GetIO().MousePos.x >= 0;
  const ImVec2 mouse = there ? ImGui::GetIO().MousePos : ImVec2{at.x + size.x / 2, at.y + size.y / 2};
  if (p.spotlight) spotlight(list, view, mouse, size);
  if (p.laser && there) laser(ui, list, view, mouse, std::max(3.0f, ui.stage_scale * 4));
  else teaching(ui).laser.clear();
}

}  // namespace app
