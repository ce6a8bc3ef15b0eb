#include "app/panels/sheet/number_slider.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/actions/sheet_edits.hpp"
#include "app/document/setting_words.hpp"
#include "app/panels/sheet/sheet_parts.hpp"
#include "app/ui/widgets.hpp"

namespace app {
StripMeasures strip_measures(const Ui& ui) {
  return {ui.fonts.ui_bold_small.size + ui.px(12), ui.fonts.mono_small.size + ui.px(10), ui.px(12)};
}

void number_slider(Ui& ui, Requests& requests, const SlidNumber& slid, ImVec2 at, ImVec2 size) {
  auto& panel = panel_of(ui);
  auto* list = ImGui::GetWindowDrawList();
  const auto& io = ImGui::GetIO();
  const auto& n = slid.token;
  const bool held = panel.drag.entry == slid.entry && panel.drag.on_slider && panel.drag.number == slid.number;
  const auto range = held ? panel.drag.range : slid.range;
  const float r = ui.px(5), left = at.x + r, right = at.x + size.x - r, middle = at.y + size.y / 2;
  const auto x_of = [&](std::int64_t v) { return left + static_cast<float>(range.place(v)) * (right - left); };
  area("slider", at, {std::max(size.x, 1.0f), size.y});
  const bool marked = slid.marks != nullptr && !slid.marks->all;
  if (ImGui::IsItemActivated()) {
    panel.drag = {.entry = slid.entry,
                  .number = slid.number,
                  .from = n.value,
                  .range = range,
                  .on_slider = true,
                  .moving = true,
                  .key = number_key("slide", slid.entry, slid.number)};
    requests.add<&Workspace::seal_edit>();
  }
  if (ImGui::IsItemActive() && held && compat::key_pressed(ImGuiKey_Escape)) {
    requests.add<&Workspace::cancel_edit>(panel.drag.key);
    panel.drag = {};
    ImGui::ClearActiveID();
  } else if (ImGui::IsItemActive() && panel.drag.on_slider) {
    // Alt disables the stops.
    const auto value = value_on_slider(range, (io.MousePos.x - left) / std::max(1.0f, right - left), slid.powers && !io.KeyAlt,
                                       io.KeyAlt ? nullptr : slid.marks, io.MousePos.x, ui.px(5), x_of);
    if (value != n.value) drag_number_to(requests, panel.drag, value, io.KeyCtrl);
  } else if (ImGui::IsItemDeactivated()) {
    requests.add<&Workspace::seal_edit>();
    panel.drag = {};
  }
  const bool over = ImGui::IsItemHovered() || ImGui::IsItemActive();
  if (ImGui::IsItemHovered()) wheel_over_number(ui, requests, slid.entry, slid.number, n);
  const float y = middle - ui.px(1);
  list->AddRectFilled({left, y}, {right, y + ui.px(2)}, ui.ink.line, ui.px(1));
  list->AddRectFilled({left, y}, {x_of(n.value), y + ui.px(2)}, ui.ink.accent, ui.px(1));
  if (marked)
    for (const auto v : slid.marks->works)
      if (v >= range.least && v <= range.most)
        list->AddRectFilled({x_of(v) - ui.px(0.5f), middle + ui.px(4)}, {x_of(v) + ui.px(0.5f), middle + ui.px(7)}, ui.ink.good);
  list->AddCircleFilled({x_of(n.value), middle}, r, over ? ui.ink.accent : ui.ink.panel);
  list->AddCircle({x_of(n.value), middle}, r, ui.ink.accent, 0, ui.px(1.5f));
}

bool small_field(Ui& ui, Requests& requests, int entry, std::size_t number, std::string& text, ImVec2 at, float width, bool decimal,
                 const char* hint) {
  auto& panel = panel_of(ui);
  const bool mine = panel.field_entry == entry && panel.field_number == number;
  if (mine) text = panel.field_text;
  ImGui::SetCursorScreenPos(at);
  ImGui::SetNextItemWidth(width);
  ImGui::PushFont(ui.fonts.mono_small.font);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui.px(5), ui.px(2)));
  const auto flags =
      ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_EnterReturnsTrue | (decimal ? ImGuiInputTextFlags_CharsDecimal : 0);
  const bool entered = ImGui::InputTextWithHint("##value", hint, &text, flags);
  ImGui::PopStyleVar();
  ImGui::PopFont();
  bool edited = false;
  if (ImGui::IsItemActive() || entered) {
    panel.field_entry = entry;
    panel.field_number = number;
    edited = mine && text != panel.field_text;
    panel.field_text = text;
  } else if (mine) {
    panel.field_entry = -1;
  }
  if (ImGui::IsItemDeactivated()) requests.add<&Workspace::seal_edit>();
  return edited;
}

void number_field(Ui& ui, Requests& requests, const SlidNumber& slid, ImVec2 at, float width) {
  auto text = fmt::format("{}", slid.token.value);
  if (!small_field(ui, requests, slid.entry, slid.number, text, at, width, true)) return;
  if (const auto value = integer(text); value && *value != slid.token.value)
    requests.add<set_number>(slid.entry, slid.number, std::clamp(*value, slid.token.least, slid.token.most),
                             number_key("value", slid.entry, slid.number));
}

}  // namespace app
