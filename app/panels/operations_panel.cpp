// The operations beneath the sheet: searchable, one click writes the call. The same field takes pasted text.

#include <algorithm>
#include <array>
#include <cctype>

#include "app/paste.hpp"
#include "app/window/ui.hpp"

namespace app {
namespace {

std::string lower(std::string_view s) {
  std::string text(s);
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// Pasted source, as opposed to words to search for.
bool is_expression(const std::string& text) { return text.find_first_of("(:<=") != std::string::npos; }

/// What stands in the palette before anyone searches.
constexpr std::array<std::string_view, 17> everyday{
    "coalesce", "composition", "complement", "right_inverse", "left_inverse", "logical_divide", "zipped_divide", "tiled_divide",
    "flat_divide", "logical_product", "blocked_product", "raked_product", "local_tile", "local_partition", "make_tiled_copy", "make_tiled_mma", "make_layout"};

}  // namespace

void operations_panel(Ui& ui, const App& app, Actions& actions, ImVec2 at, ImVec2 size) {
  (void)app;
  auto* list = ImGui::GetWindowDrawList();
  list->AddLine(at, {at.x + size.x, at.y}, ui.ink.line);
  const float margin = ui.px(12);
  ImGui::SetCursorScreenPos({at.x + margin, at.y + ui.px(11)});
  ImGui::SetNextItemWidth(size.x - 2 * margin);
  ImGui::PushFont(ui.fonts.ui_small.font);
  const bool entered = ImGui::InputTextWithHint("##search", ui.tr("Search operations, or paste C++, Python or print()"), &ui.search,
                                                ImGuiInputTextFlags_EnterReturnsTrue);
  const bool pasted = is_expression(ui.search) && ImGui::IsItemDeactivatedAfterEdit();
  ImGui::PopFont();
  if ((entered || pasted) && is_expression(ui.search)) {
    actions.push_back([parts = pasted_parts(ui.search)](App& a) {
      if (parts.size() == 1) a.insert_entry(parts[0]);
      else a.insert_entries(parts);
    });
    ui.search.clear();
  }
  const float top = at.y + ui.px(20) + ImGui::GetFrameHeight();
  ImGui::SetCursorScreenPos({at.x, top});
  compat::begin_child("operations", {size.x, at.y + size.y - top});
  list = ImGui::GetWindowDrawList();
  const float x0 = at.x + margin, right = at.x + size.x - margin;
  float y = ImGui::GetCursorScreenPos().y;
  const auto wanted = is_expression(ui.search) ? std::string{} : lower(ui.search);
  for (const std::string_view group : {"Algebra", "Divide and product", "Partition", "Layout"}) {
    float x = x0;
    bool headed = false;
    for (const auto& f : algebra::functions()) {
      if (f.group != group) continue;
      const bool listed = wanted.empty() ? std::find(everyday.begin(), everyday.end(), f.name) != everyday.end()
                                         : lower(f.name).find(wanted) != std::string::npos || lower(f.meaning).find(wanted) != std::string::npos;
      if (!listed) continue;
      if (!headed) {
        draw_text(list, ui.fonts.ui_bold_small, {x0, y}, ui.ink.faint, ui.tr(std::string(group).c_str()));
        y += ui.fonts.ui_bold_small.size + ui.px(5);
        headed = true;
      }
      const float w = text_width(ui.fonts.mono_small, f.name) + ui.px(14);
      if (x > x0 && x + w > right) x = x0, y += ui.fonts.mono_small.size + ui.px(11);
      ImGui::SetCursorScreenPos({x, y});
      const std::string name(f.name);
      if (chip(ui, name.c_str(), f.name, ui.fonts.mono_small))
        actions.push_back([name](App& a) { a.insert_call(name); });
      if (ImGui::IsItemHovered()) {
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(ui.px(10), ui.px(8)));
        ImGui::SetTooltip("%s\n%s", std::string(f.signature).c_str(), std::string(f.meaning).c_str());
        ImGui::PopStyleVar();
      }
      x += w + ui.px(6);
    }
    if (headed) y += ui.fonts.mono_small.size + ui.px(14);
  }
  ImGui::SetCursorScreenPos({at.x, y});
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
}

}  // namespace app
