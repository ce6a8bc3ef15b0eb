#include "app/panels/sheet/sheet_parts.hpp"

#include <algorithm>
#include <cmath>

#include "app/actions/sheet_edits.hpp"
#include "app/actions/typing.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

using algebra::editing::DragPace;
using algebra::editing::NumberToken;

constexpr double wheel_pause = 0.7;  ///< seconds without turning the wheel, after which another undo step begins
constexpr float drag_begins = 3;     ///< in points

void stop_wheel(SheetPanel& panel, Requests& requests) {
  if (panel.wheel_key.empty()) return;
  panel.wheel_key.clear();
  requests.add<&Workspace::seal_edit>();
}

/// Moves the pressed number with the pointer. A click without movement goes to the text field.
void follow_drag(Ui& ui, Requests& requests, const SourceText& source, ImVec2 origin) {
  auto& panel = panel_of(ui);
  auto& drag = panel.drag;
  const auto& io = ImGui::GetIO();
  const float points = (io.MousePos.x - io.MouseClickedPos[0].x) / ui.px(1);
  ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (compat::key_pressed(ImGuiKey_Escape) || drag.number >= source.numbers.size()) {
    if (drag.moving) requests.add<&Workspace::cancel_edit>(drag.key);
    drag = {};
    ImGui::ClearActiveID();
    return;
  }
  const auto& n = source.numbers[drag.number];
  if (std::abs(points) >= drag_begins) drag.moving = true;
  if (ImGui::IsMouseDown(0)) {
    if (!drag.moving) return;
    const auto pace = io.KeyShift ? DragPace::fine : io.KeyAlt ? DragPace::coarse : DragPace::normal;
    const auto value = dragged(n, drag.from, points, pace);
    if (value != n.value) drag_number_to(requests, drag, value, io.KeyCtrl);
    return;
  }
  if (drag.moving) {
    requests.add<&Workspace::seal_edit>();
  } else if (const auto how = choice_by_keys(); how != Choose::only) {
    requests.add<choose_entry>(drag.entry, how);
  } else {
    const auto cursor = source.byte_at(io.MousePos.x - origin.x);
    requests.add<type_at>(drag.entry, cursor, cursor);
  }
  drag = {};
}

}  // namespace

void drag_number_to(Requests& requests, const NumberDrag& drag, std::int64_t value, bool keep_valid) {
  requests.add<drag_number>(drag.entry, drag.number, value, keep_valid, drag.key);
}

bool wheel_over_number(Ui& ui, Requests& requests, int index, std::size_t number, const NumberToken& n) {
  auto& panel = panel_of(ui);
  const auto& io = ImGui::GetIO();
  // A wheel that scrolls the list continues to scroll it, whatever comes under the pointer.
  if (panel.wheel_rest.x == io.MousePos.x && panel.wheel_rest.y == io.MousePos.y) return false;
  compat::use_mouse_wheel();
  if (io.MouseWheel == 0) return false;
  const auto key = number_key("wheel", index, number);
  const double now = ImGui::GetTime();
  if (panel.wheel_key != key || now - panel.wheel_at > wheel_pause) {
    stop_wheel(panel, requests);
    panel.wheel_left = 0;
  }
  panel.wheel_key = key;
  panel.wheel_at = now;
  // Touchpads turn by fractions of a notch.
  panel.wheel_left += io.MouseWheel;
  const int notches = static_cast<int>(std::trunc(panel.wheel_left));
  panel.wheel_left -= static_cast<float>(notches);
  if (notches == 0) return true;
  const auto value = stepped(n, n.value, notches, io.KeyShift);
  requests.add<set_number>(index, number, value, key);
  return true;
}

void entry_numbers(Ui& ui, Requests& requests, int index, const SourceText& source, ImVec2 origin, float left, float right) {
  auto& panel = panel_of(ui);
  const auto& io = ImGui::GetIO();
  const auto box = [&](const NumberToken& n, ImVec2& from, ImVec2& to) {
    from = {std::max(left, origin.x + source.at(n.span.begin)), origin.y - ui.px(2)};
    to = {std::min(right, origin.x + source.at(n.span.end)), origin.y + ui.fonts.mono.size + ui.px(3)};
    return from.x < to.x;
  };
  const auto mark = [&](const NumberToken& n, ImU32 ink) {
    ImVec2 from, to;
    if (box(n, from, to)) ImGui::GetWindowDrawList()->AddRectFilled({from.x, to.y - ui.px(3)}, {to.x, to.y - ui.px(2)}, ink);
  };
  const bool pressed_here = panel.drag.entry == index && !panel.drag.on_slider;
  if (pressed_here) {
    area("number", {left, origin.y}, {std::max(1.0f, right - left), ui.fonts.mono.size});
    if (panel.drag.number < source.numbers.size()) mark(source.numbers[panel.drag.number], ui.ink.accent);
    follow_drag(ui, requests, source, origin);
    return;
  }
  bool over_any = false;
  if (panel.drag.entry < 0 && !panel.moving && ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) &&
      !ImGui::IsMouseDragging(0)) {
    for (std::size_t i = 0; i < source.numbers.size(); ++i) {
      const auto& n = source.numbers[i];
      ImVec2 from, to;
      if (!box(n, from, to) || !ImGui::IsMouseHoveringRect(from, to)) continue;
      // Shift selects text in a field that is being typed in.
      if (panel_of(ui).active_entry == index && io.KeyShift && io.MouseWheel == 0 && ImGui::IsMouseClicked(0)) return;
      area("number", from, {to.x - from.x, to.y - from.y});
      const bool pressed = ImGui::IsItemActivated();
      if (!ImGui::IsItemHovered() && !pressed) return;
      over_any = true;
      ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
      mark(n, ui.ink.fainter);
      wheel_over_number(ui, requests, index, i, n);
      if (pressed && ImGui::IsMouseDoubleClicked(0)) {
        ImGui::ClearActiveID();
        requests.add<type_at>(index, n.span.begin, n.span.end);
      } else if (pressed) {
        panel.drag = {.entry = index,
                      .number = i,
                      .from = n.value,
                      .range = {},
                      .on_slider = false,
                      .moving = false,
                      .key = number_key("drag", index, i)};
        requests.add<&Workspace::seal_edit>();
      }
      break;
    }
  }
  if (!over_any && panel.wheel_key.starts_with("wheel " + std::to_string(index) + " ")) stop_wheel(panel, requests);
}

}  // namespace app
