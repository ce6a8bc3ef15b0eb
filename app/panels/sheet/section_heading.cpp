#include "app/panels/sheet/sheet_parts.hpp"

#include <fmt/format.h>

#include "app/actions/sections.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

/// Returns whether the canvas shows exactly the section's cards.
bool has_all_cards(const Sheet& sheet, const Section& section) {
  bool any = false;
  for (int i = 0; i < static_cast<int>(sheet.entries.size()); ++i) {
    if (!sheet.entries[static_cast<std::size_t>(i)].visible || sheet.entries[static_cast<std::size_t>(i)].text.starts_with('#')) continue;
    if (i < section.first || i >= section.end) return false;
    any = true;
  }
  return any;
}

}  // namespace

float section_heading_height(const Ui& ui) { return ui.fonts.ui_bold_small.size + ui.px(14); }

void section_heading(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, const Section& section, ImVec2 at,
                     float width) {
  auto* list = ImGui::GetWindowDrawList();
  const float height = section_heading_height(ui), middle = at.y + height / 2, ring = ui.px(21);
  const bool folded = is_folded(workspace, view, section);
  ImGui::PushID("section");
  ImGui::PushID(section.first);
  if (area("fold", at, {width - 2 * ring, height})) requests.add<fold_section>(section.key(), !folded);
  const bool over = ImGui::IsItemHovered();
  list->AddRectFilled(at, {at.x + width, at.y + height}, ui.ink.page);
  list->AddLine({at.x, at.y + height - 0.5f}, {at.x + width, at.y + height - 0.5f}, ui.ink.line);
  const ImU32 ink = over ? ui.ink.accent : ui.ink.text;
  fold_triangle(ui, at.x + ui.px(12), middle, !folded, over ? ui.ink.accent : ui.ink.faint);

  // Counts at the right, the name in the remaining room.
  const auto& small = ui.fonts.ui_small;
  float right = at.x + width - ui.px(12);
  if (!section.parameters) {
    const ImVec2 centre{at.x + width - ring, middle};
    if (area("cards", {centre.x - ui.px(9), centre.y - ui.px(9)}, {ui.px(18), ui.px(18)})) requests.add<show_section_cards>(section.first);
    if (ImGui::IsItemHovered()) tooltip_beside(ui, ui.tr("Show only this section's cards"));
    list->AddCircle(centre, ui.px(5), ImGui::IsItemHovered() ? ui.ink.accent : ui.ink.fainter, 0, ui.px(1.2f));
    if (has_all_cards(workspace.sheet(), section)) list->AddCircleFilled(centre, ui.px(3), ui.ink.fainter);
    right = centre.x - ui.px(15);
  }
  const float y = middle - small.size / 2;
  const auto put = [&](const std::string& text, ImU32 c) {
    draw_text_right(list, small, {right, y}, c, text);
    right -= text_width(small, text) + ui.px(8);
  };
  const int problems = section.problems, entries = section.entries;
  if (problems > 0) put(fmt::format("{} {}", problems, ui.tr(problems == 1 ? "problem" : "problems")), ui.ink.error);
  put(fmt::format(fmt::runtime(ui.tr(entries == 1 ? "{} entry" : "{} entries")), entries), ui.ink.faint);
  const auto& face = section.parameters ? ui.fonts.ui_bold_small : ui.fonts.mono_small;
  const float left = at.x + ui.px(26);
  draw_fitted(list, ui, face, {left, middle - face.size / 2}, right - left, ink,
              section.parameters ? std::string_view(ui.tr("Parameters")) : std::string_view(section.name));
  ImGui::PopID();
  ImGui::PopID();
}

}  // namespace app
