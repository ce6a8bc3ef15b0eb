// Numbers in an entry's text are handles: drag them sideways, turn the wheel over them.

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "app/panels/sheet_parts.hpp"

namespace app {
namespace {

using algebra::editing::DragPace;
using algebra::editing::NumberToken;

constexpr double wheel_pause = 0.7;      ///< seconds after which turning the wheel is another step of undo
constexpr float drag_begins = 3;         ///< points
constexpr double search_budget = 0.008;  ///< seconds a frame for finding a value that works

void stop_wheel(SheetPanel& panel, Actions& actions) {
  if (panel.wheel_key.empty()) return;
  panel.wheel_key.clear();
  actions.push_back([](App& a) { a.seal_edit(); });
}

/// The pressed number: it follows the pointer, and a click that did not move is the text's.
void follow_drag(Ui& ui, Actions& actions, const SourceText& source, ImVec2 origin) {
  auto& panel = panel_of(ui);
  auto& drag = panel.drag;
  const auto& io = ImGui::GetIO();
  const float points = (io.MousePos.x - io.MouseClickedPos[0].x) / ui.px(1);
  ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (compat::key_pressed(ImGuiKey_Escape) || drag.number >= source.numbers.size()) {
    if (drag.moving) actions.push_back([key = drag.key](App& a) { a.cancel_edit(key); });
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
    if (value != n.value) drag_number_to(actions, drag, value, io.KeyCtrl);
    return;
  }
  if (drag.moving) {
    actions.push_back([](App& a) { a.seal_edit(); });
  } else if (const auto how = choice_by_keys(); how != Choose::only) {
    actions.push_back([entry = drag.entry, how](App& a) { choose_entry(a, entry, how); });
  } else {
    const auto cursor = source.byte_at(io.MousePos.x - origin.x);
    actions.push_back([entry = drag.entry, cursor](App& a) {
      a.selected = a.focus_entry = entry;
      a.sheet_look.cursor = CursorWish{entry, cursor, cursor};
    });
  }
  drag = {};
}

}  // namespace

void drag_number_to(Actions& actions, const NumberDrag& drag, std::int64_t value, bool keep_valid) {
  actions.push_back([drag, value, keep_valid](App& a) {
    auto wanted = value;
    if (keep_valid && drag.entry < static_cast<int>(a.sheet().entries.size())) {
      const auto& text = a.sheet().entries[static_cast<std::size_t>(drag.entry)].text;
      const auto numbers = algebra::editing::numbers_in(text);
      if (drag.number >= numbers.size()) return;
      const auto& n = numbers[drag.number];
      const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(search_budget);
      wanted = nearest_working(n, value, n.value, [&](std::int64_t v) {
        return std::chrono::steady_clock::now() < until && text_works(a.evaluator(), with_number(text, n, v));
      });
    }
    set_number(a, drag.entry, drag.number, wanted, drag.key);
  });
}

bool wheel_over_number(Ui& ui, Actions& actions, int index, std::size_t number, const NumberToken& n) {
  auto& panel = panel_of(ui);
  const auto& io = ImGui::GetIO();
  // A wheel that scrolls the list goes on scrolling, whatever comes under the pointer.
  if (panel.wheel_rest.x == io.MousePos.x && panel.wheel_rest.y == io.MousePos.y) return false;
  compat::use_mouse_wheel();
  if (io.MouseWheel == 0) return false;
  const auto key = number_key("wheel", index, number);
  const double now = ImGui::GetTime();
  if (panel.wheel_key != key || now - panel.wheel_at > wheel_pause) {
    stop_wheel(panel, actions);
    panel.wheel_left = 0;
  }
  panel.wheel_key = key;
  panel.wheel_at = now;
  // Touchpads turn by parts of a notch.
  panel.wheel_left += io.MouseWheel;
  const int notches = static_cast<int>(std::trunc(panel.wheel_left));
  panel.wheel_left -= static_cast<float>(notches);
  if (notches == 0) return true;
  const auto value = stepped(n, n.value, notches, io.KeyShift);
  actions.push_back([index, number, value, key](App& a) { set_number(a, index, number, value, key); });
  return true;
}

void entry_numbers(Ui& ui, Actions& actions, int index, const SourceText& source, ImVec2 origin, float left, float right) {
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
    ImGui::SetCursorScreenPos({left, origin.y});
    ImGui::InvisibleButton("number", {std::max(1.0f, right - left), ui.fonts.mono.size});
    if (panel.drag.number < source.numbers.size()) mark(source.numbers[panel.drag.number], ui.ink.accent);
    follow_drag(ui, actions, source, origin);
    return;
  }
  bool over_any = false;
  if (panel.drag.entry < 0 && !panel.moving && ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) &&
      !ImGui::IsMouseDragging(0)) {
    for (std::size_t i = 0; i < source.numbers.size(); ++i) {
      const auto& n = source.numbers[i];
      ImVec2 from, to;
      if (!box(n, from, to) || !ImGui::IsMouseHoveringRect(from, to)) continue;
      // Shift in a field that is typed in selects text.
      if (ui.active_entry == index && io.KeyShift && io.MouseWheel == 0 && ImGui::IsMouseClicked(0)) return;
      ImGui::SetCursorScreenPos(from);
      ImGui::InvisibleButton("number", {to.x - from.x, to.y - from.y});
      const bool pressed = ImGui::IsItemActivated();
      if (!ImGui::IsItemHovered() && !pressed) return;
      over_any = true;
      ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
      mark(n, ui.ink.fainter);
      wheel_over_number(ui, actions, index, i, n);
      if (pressed && ImGui::IsMouseDoubleClicked(0)) {
        ImGui::ClearActiveID();
        actions.push_back([index, span = n.span](App& a) {
          a.selected = a.focus_entry = index;
          a.sheet_look.cursor = CursorWish{index, span.end, span.begin};
        });
      } else if (pressed) {
        panel.drag = {.entry = index,
                      .number = i,
                      .from = n.value,
                      .range = {},
                      .on_slider = false,
                      .moving = false,
                      .key = number_key("drag", index, i)};
        actions.push_back([](App& a) { a.seal_edit(); });
      }
      break;
    }
  }
  if (!over_any && panel.wheel_key.starts_with("wheel " + std::to_string(index) + " ")) stop_wheel(panel, actions);
}

}  // namespace app
