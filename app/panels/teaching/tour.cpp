#include "app/panels/teaching/teaching.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/actions/lessons.hpp"
#include "app/actions/looking.hpp"
#include "app/panels/places.hpp"
#include "app/ui/rows.hpp"

namespace app {
void tour(Ui& ui, const ViewState& view, Requests& requests) {
  const int at_step = view.tour_step;
  if (at_step < 0 || view.dialog != Dialog::none) return;
  const int last = static_cast<int>(tour_steps().size()) - 1, number = std::min(at_step, last);
  const auto& step = tour_steps()[static_cast<std::size_t>(number)];
  const auto& lit = places_of(ui).*step.where;
  const auto screen = ImGui::GetMainViewport()->Size;
  const auto go = [&](int to) { requests.add<show_tour>(to); };

  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(screen);
  // Above everything else, and it takes the mouse.
  ImGui::SetNextWindowFocus();
  ImGui::Begin("tour", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground |
                   ImGuiWindowFlags_NoNav);
  auto* list = ImGui::GetWindowDrawList();
  const ImU32 shade = ui.theme_name == render::ThemeName::dark ? IM_COL32(0, 0, 0, 150) : IM_COL32(20, 24, 34, 110);
  list->AddRectFilled({0, 0}, {screen.x, lit.from.y}, shade);
  list->AddRectFilled({0, lit.to.y}, screen, shade);
  list->AddRectFilled({0, lit.from.y}, {lit.from.x, lit.to.y}, shade);
  list->AddRectFilled({lit.to.x, lit.from.y}, {screen.x, lit.to.y}, shade);
  compat::rectangle(list, lit.from, lit.to, ui.ink.accent, ui.px(4), ui.px(2));

  const float pad = ui.px(18), width = std::min(ui.px(380), screen.x - ui.px(40)), inner = width - 2 * pad,
              button = ImGui::GetFrameHeight();
  const auto write = [&](Rows& rows) {
    rows.line(ui.fonts.ui_bold, ui.tr(step.title), ui.ink.text, 9);
    rows.words(ui.tr(step.text), ui.ink.text, 16);
  };
  const ImVec2 size{width, 2 * pad + height_of_rows(ui, inner, write) + button};
  const ImVec2 at = beside_place(lit, size, screen, ui.px(18));
  list->AddRectFilled(at, {at.x + size.x, at.y + size.y}, ui.ink.panel, ui.px(9));
  compat::rectangle(list, at, {at.x + size.x, at.y + size.y}, ui.ink.chip_border, ui.px(9), 1);
  draw_text_right(list, ui.fonts.ui_small, {at.x + width - pad, at.y + pad}, ui.ink.faint,
                  fmt::format("{} / {}", number + 1, tour_steps().size()));
  Rows rows(ui, list, {at.x + pad, at.y + pad}, inner);
  write(rows);
  ImGui::SetCursorScreenPos({rows.x, rows.y});
  if (ImGui::Button(ui.tr(number < last ? "Skip the tour" : "Done"))) go(-1);
  const char* next = ui.tr(number == last ? "Begin lesson 1" : "Next");
  const char* back = ui.tr("Back");
  const auto wide = [&](const char* label) { return text_width(ui.fonts.ui, label) + 2 * ImGui::GetStyle().FramePadding.x; };
  float x = at.x + width - pad - wide(next);
  ImGui::SetCursorScreenPos({x, rows.y});
  ImGui::PushStyleColor(ImGuiCol_Button, ui.ink.accent);
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, ui.ink.accent);
  ImGui::PushStyleColor(ImGuiCol_Text, ui.ink.accent_text);
  const bool forward = ImGui::Button(next);
  ImGui::PopStyleColor(3);
  x -= wide(back) + ui.px(8);
  ImGui::SetCursorScreenPos({x, rows.y});
  const bool backward = number > 0 && ImGui::Button(back);
  if (forward || (number < last && compat::key_pressed(ImGuiKey_RightArrow)) || compat::key_pressed(ImGuiKey_Enter) ||
      compat::key_pressed(ImGuiKey_Space)) {
    go(number == last ? -1 : number + 1);
    if (number == last) requests.add<open_lesson>(0);
  } else if (backward || (number > 0 && compat::key_pressed(ImGuiKey_LeftArrow))) go(number - 1);
  else if (compat::key_pressed(ImGuiKey_Escape)) go(-1);
  ImGui::End();
}

}  // namespace app
