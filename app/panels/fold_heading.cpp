#include "app/panels/fold_heading.hpp"

#include "app/actions/panels.hpp"
#include "app/panels/places.hpp"

namespace app {

void fold_triangle(const Ui& ui, float x, float middle, bool open, ImU32 ink) {
  auto* list = ImGui::GetWindowDrawList();
  const float d = ui.px(3.5f);
  if (open) list->AddTriangleFilled({x, middle - d / 2}, {x + 2 * d, middle - d / 2}, {x + d, middle + d}, ink);
  else list->AddTriangleFilled({x, middle - d}, {x + 1.5f * d, middle}, {x, middle + d}, ink);
}

float fold_heading(Ui& ui, Requests& requests, Panel panel, std::string_view title, ImVec2 at, float width, float height) {
  auto* list = ImGui::GetWindowDrawList();
  const auto& face = ui.fonts.ui_bold_small;
  const bool open = places_of(ui).is_open(panel);
  ImGui::SetCursorScreenPos(at);
  ImGui::PushID(static_cast<int>(panel));
  if (ImGui::InvisibleButton("fold", {width, height})) requests.add<show_panel>(panel, !open);
  ImGui::PopID();
  const bool over = ImGui::IsItemHovered();
  const ImU32 ink = over ? ui.ink.accent : ui.ink.faint;
  const float x = at.x + ui.px(12), middle = at.y + height / 2;
  fold_triangle(ui, x, middle, open, ink);
  const float words = x + ui.px(14);
  if (title.empty()) return words;
  draw_fitted(list, ui, face, {words, middle - face.size / 2}, at.x + width - words - ui.px(4), over ? ui.ink.accent : ui.ink.text, title);
  return words;
}

}  // namespace app
