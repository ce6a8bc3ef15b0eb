#include "app/panels/sheet/operations_panel.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/actions/panels.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/actions/typing.hpp"
#include "app/commands/help_topics.hpp"
#include "app/commands/palette_search.hpp"
#include "app/import/paste.hpp"
#include "app/panels/places.hpp"
#include "app/panels/sheet/sheet_parts.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

/// Pasted source, as opposed to words to search for.
bool is_expression(const std::string& text) { return text.find_first_of("(:<=") != std::string::npos; }

int on_arrow(ImGuiInputTextCallbackData* data) {
  *static_cast<int*>(data->UserData) = data->EventKey == ImGuiKey_UpArrow ? -1 : 1;
  return 0;
}

void insert(Requests& requests, std::string_view function) { requests.add<insert_call>(std::string(function)); }

/// Which entries the call would take.
std::string arguments_of(const Workspace& workspace, const ViewState& view) {
  std::string names;
  for (const int e : chosen_entries(workspace, view)) names += (names.empty() ? "" : ", ") + workspace.result(e).name;
  return names;
}

void tooltip(const Ui& ui, const Workspace& workspace, const ViewState& view, const algebra::Function& f) {
  if (!ImGui::IsItemHovered()) return;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(ui.px(10), ui.px(8)));
  const float lines = ui.fonts.mono_small.size + 2 * ImGui::GetTextLineHeightWithSpacing() + ui.px(26);
  ImGui::SetNextWindowPos(place_beside(ui, ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), {ui.px(360), lines}));
  ImGui::BeginTooltip();
  ImGui::PushFont(ui.fonts.mono_small.font);
  ImGui::TextUnformatted(std::string(f.signature).c_str());
  ImGui::PopFont();
  ImGui::TextUnformatted(ui.tr(std::string(f.meaning).c_str()));
  if (const auto names = arguments_of(workspace, view); !names.empty())
    ImGui::TextDisabled("%s %s", ui.tr("Click: insert it with"), names.c_str());
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

/// The search field. Returns how far the arrow keys moved; `entered`: Enter.
int search_field(Ui& ui, const ViewState& view, Requests& requests, ImVec2 at, float width, bool& entered) {
  int moved = 0;
  ImGui::SetCursorScreenPos(at);
  ImGui::SetNextItemWidth(width);
  ImGui::PushFont(ui.fonts.ui_small.font);
  if (view.sheet_view.search_wanted) {
    ImGui::SetKeyboardFocusHere();
    requests.add<search_has_keyboard>();
  }
  entered = ImGui::InputTextWithHint("##search", ui.tr("Search operations, or paste C++ or Python"), &panel_of(ui).search,
                                     ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackHistory, on_arrow, &moved);
  field_tooltip(ui, panel_of(ui).search.empty() ? ui.tr("Search operations, or paste C++ or Python") : panel_of(ui).search);
  const bool pasted = is_expression(panel_of(ui).search) && ImGui::IsItemDeactivatedAfterEdit();
  ImGui::PopFont();
  if ((entered || pasted) && is_expression(panel_of(ui).search)) {
    requests.add<insert_entries>(pasted_parts(panel_of(ui).search));
    panel_of(ui).search.clear();
    entered = false;
  }
  return moved;
}

/// Everyday operations as chips, by group. Returns the end.
float chips(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, float x0, float y, float right) {
  using algebra::expression::Group;
  for (const auto group : {Group::algebra, Group::divide, Group::partition, Group::layout}) {
    float x = x0;
    bool headed = false;
    for (const auto& f : algebra::functions()) {
      if (f.group != group || !f.everyday) continue;
      if (!headed) {
        draw_text(ImGui::GetWindowDrawList(), ui.fonts.ui_bold_small, {x0, y}, ui.ink.faint, ui.tr(std::string(title_of(group)).c_str()));
        y += ui.fonts.ui_bold_small.size + ui.px(5);
        headed = true;
      }
      const float w = text_width(ui.fonts.mono_small, f.name) + ui.px(14);
      if (x > x0 && x + w > right) x = x0, y += ui.fonts.mono_small.size + ui.px(11);
      ImGui::SetCursorScreenPos({x, y});
      if (chip(ui, std::string(f.name).c_str(), f.name, ui.fonts.mono_small)) insert(requests, f.name);
      tooltip(ui, workspace, view, f);
      help_here(ui, help_topic_of(f), {x, y}, ImGui::GetItemRectMax());
      x += w + ui.px(6);
    }
    if (headed) y += ui.fonts.mono_small.size + ui.px(14);
  }
  return y;
}

/// What was found, a row each with signature and meaning. Returns the end.
float rows(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests,
           const std::vector<const algebra::Function*>& found, float x0, float y, float right, bool scroll_to_row) {
  auto& panel = panel_of(ui);
  auto* list = ImGui::GetWindowDrawList();
  const auto& code = ui.fonts.mono_small;
  const auto& words = ui.fonts.ui_small;
  const float height = code.size + words.size + ui.px(9), top = ImGui::GetWindowPos().y, bottom = top + ImGui::GetWindowSize().y;
  for (int i = 0; i < static_cast<int>(found.size()); ++i, y += height) {
    const auto& f = *found[static_cast<std::size_t>(i)];
    const ImVec2 from{x0 - ui.px(6), y}, to{right + ui.px(6), y + height - ui.px(1)};
    if (scroll_to_row && i == panel.operation) {
      if (from.y < top) ImGui::SetScrollY(ImGui::GetScrollY() - (top - from.y));
      if (to.y > bottom) ImGui::SetScrollY(ImGui::GetScrollY() + to.y - bottom);
    }
    if (to.y < top || from.y > bottom) continue;
    ImGui::SetCursorScreenPos(from);
    ImGui::PushID(i);
    if (ImGui::InvisibleButton("operation", {to.x - from.x, to.y - from.y})) {
      insert(requests, f.name);
      panel_of(ui).search.clear();
    }
    const bool over = ImGui::IsItemHovered();
    tooltip(ui, workspace, view, f);
    ImGui::PopID();
    if (i == panel.operation) help_at_keyboard(ui, help_topic_of(f), from, to);
    help_here(ui, help_topic_of(f), from, to);
    if (over || i == panel.operation) list->AddRectFilled(from, to, ui.ink.selected_back, ui.px(4));
    if (i == panel.operation) list->AddRectFilled(from, {from.x + ui.px(2.5f), to.y}, ui.ink.accent, ui.px(2));
    // The name in the colour of functions, wherever the signature has it.
    const auto signature = fitted(code, f.signature, right - x0);
    const auto name = std::min(signature.find(f.name), signature.size()), after = std::min(name + f.name.size(), signature.size());
    float x = x0;
    for (const auto& [begin, end, ink] :
         {std::tuple{std::size_t{0}, name, ui.ink.text}, {name, after, ui.ink.function}, {after, signature.size(), ui.ink.text}}) {
      const auto part = std::string_view(signature).substr(begin, end - begin);
      draw_text(list, code, {x, y + ui.px(3)}, ink, part);
      x += text_width(code, part);
    }
    draw_fitted(list, ui, words, {x0, y + ui.px(4) + code.size}, right - x0, ui.ink.faint, ui.tr(std::string(f.meaning).c_str()));
  }
  if (found.empty()) {
    y += flow_text(list, ui, {x0, y + ui.px(4)}, right - x0, ui.ink.faint, ui.ink.chip, ui.tr("No operation is called or does that."));
  }
  return y + ui.px(6);
}

}  // namespace

void operations_panel(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, ImVec2 at, ImVec2 size) {
  auto& panel = panel_of(ui);
  ImGui::GetWindowDrawList()->AddLine(at, {at.x + size.x, at.y}, ui.ink.line);
  const float margin = ui.px(12);
  bool entered = false;
  const float fold = ui.px(22), row = ui.px(20) + ImGui::GetFrameHeight();
  const bool open = places_of(ui).is_open(Panel::operations);
  if (fold_heading(ui, "fold operations", open, {}, at, margin + fold, row).clicked) requests.add<show_panel>(Panel::operations, !open);
  const int moved = search_field(ui, view, requests, {at.x + margin + fold, at.y + ui.px(11)}, size.x - 2 * margin - fold, entered);
  const bool searching = !panel_of(ui).search.empty() && !is_expression(panel_of(ui).search);
  if (panel.operations_for != panel_of(ui).search || panel.operations_in != view.texts.language()) {
    panel.operations_for = panel_of(ui).search;
    panel.operations_in = view.texts.language();
    panel.operations = searching ? operations_found(panel_of(ui).search, view.texts) : std::vector<const algebra::Function*>{};
    panel.operation = searching && !panel.operations.empty() ? 0 : -1;
  }
  const int count = static_cast<int>(panel.operations.size());
  if (moved != 0 && count > 0) panel.operation = std::clamp(panel.operation + moved, 0, count - 1);
  if (entered && panel.operation >= 0 && panel.operation < count) {
    insert(requests, panel.operations[static_cast<std::size_t>(panel.operation)]->name);
    panel_of(ui).search.clear();
  }
  const float top = at.y + row;
  if (at.y + size.y - top < ui.px(24)) return;  // folded
  ImGui::SetCursorScreenPos({at.x, top});
  compat::begin_child("operations", {size.x, at.y + size.y - top});
  const float x0 = at.x + margin, right = at.x + inner_width() - margin, begin = ImGui::GetCursorScreenPos().y;
  const float end = searching ? rows(ui, workspace, view, requests, panel.operations, x0, begin, right, moved != 0)
                              : chips(ui, workspace, view, requests, x0, begin, right);
  ImGui::SetCursorScreenPos({at.x, end});
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
}

}  // namespace app
