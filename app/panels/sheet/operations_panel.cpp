#include "app/panels/sheet/sheet_parts.hpp"

#include <algorithm>

#include "app/actions/panels.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/actions/typing.hpp"
#include "app/commands/help_topics.hpp"
#include "app/document/operation_search.hpp"
#include "app/import/paste.hpp"
#include "app/panels/places.hpp"
#include "app/ui/lists.hpp"
#include "app/ui/rows.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

/// Returns whether a text is pasted source, not words to search for.
bool is_expression(const std::string& text) { return text.find_first_of("(:<=") != std::string::npos; }

void insert(Requests& requests, std::string_view function) { requests.add<insert_call>(std::string(function)); }

/// Returns the names of the entries that the call would use.
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

/// Draws the search field. Returns whether it has keyboard focus; `entered`: Enter was pressed.
bool search_operations(Ui& ui, const ViewState& view, Requests& requests, ImVec2 at, float width, bool& entered) {
  auto& panel = panel_of(ui);
  ImGui::SetCursorScreenPos(at);
  ImGui::SetNextItemWidth(width);
  ImGui::PushFont(ui.fonts.ui_small.font);
  if (view.sheet_view.search_wanted) {
    ImGui::SetKeyboardFocusHere();
    requests.add<search_has_keyboard>();
  }
  entered = ImGui::InputTextWithHint("##search", ui.tr("Search operations, or paste C++ or Python"), &panel.search,
                                     ImGuiInputTextFlags_EnterReturnsTrue);
  const bool active = ImGui::IsItemActive();
  field_tooltip(ui, panel.search.empty() ? ui.tr("Search operations, or paste C++ or Python") : panel.search);
  const bool pasted = is_expression(panel.search) && ImGui::IsItemDeactivatedAfterEdit();
  ImGui::PopFont();
  if ((entered || pasted) && is_expression(panel.search)) {
    requests.add<insert_entries>(pasted_parts(panel.search));
    panel.search.clear();
    entered = false;
  }
  return active;
}

/// Draws everyday operations as chips, by group.
void everyday(Rows& rows, const Workspace& workspace, const ViewState& view, Requests& requests) {
  using algebra::expression::Group;
  auto& ui = rows.ui;
  const auto& face = ui.fonts.mono_small;
  for (const auto group : {Group::algebra, Group::divide, Group::partition, Group::layout}) {
    rows.line(ui.fonts.ui_bold_small, ui.tr(std::string(title_of(group)).c_str()), ui.ink.faint, 5);
    Flow flow({rows.x, rows.y}, rows.width, ui.px(6), face.size + ui.px(11));
    for (const auto& f : algebra::functions()) {
      if (f.group != group || !f.everyday) continue;
      const auto at = flow.next(chip_width(ui, f.name, face));
      ImGui::SetCursorScreenPos(at);
      if (chip(ui, std::string(f.name).c_str(), f.name, face)) insert(requests, f.name);
      tooltip(ui, workspace, view, f);
      help_here(ui, help_topic_of(f), at, ImGui::GetItemRectMax());
    }
    rows.y = flow.bottom() + ui.px(3);
  }
}

/// Draws a result with signature and meaning.
void draw_operation(Ui& ui, const algebra::Function& f, const ListRow& row, bool chosen) {
  auto* list = ImGui::GetWindowDrawList();
  const auto &code = ui.fonts.mono_small, &words = ui.fonts.ui_small;
  const ImVec2 end{row.at.x + row.size.x, row.at.y + row.size.y};
  if (chosen) help_at_keyboard(ui, help_topic_of(f), row.at, end);
  help_here(ui, help_topic_of(f), row.at, end);
  if (chosen) list->AddRectFilled(row.at, {row.at.x + ui.px(2.5f), end.y}, ui.ink.accent, ui.px(2));
  // The name within the signature is in the colour of functions.
  const float left = row.at.x + ui.px(6), room = row.size.x - ui.px(12);
  const auto signature = fitted(code, f.signature, room);
  const auto name = std::min(signature.find(f.name), signature.size()), after = std::min(name + f.name.size(), signature.size());
  float x = left;
  for (const auto& [begin, to, ink] :
       {std::tuple{std::size_t{0}, name, ui.ink.text}, {name, after, ui.ink.function}, {after, signature.size(), ui.ink.text}}) {
    const auto part = std::string_view(signature).substr(begin, to - begin);
    draw_text(list, code, {x, row.at.y + ui.px(3)}, ink, part);
    x += text_width(code, part);
  }
  draw_fitted(list, ui, words, {left, row.at.y + ui.px(4) + code.size}, room, ui.ink.faint, ui.tr(std::string(f.meaning).c_str()));
}

}  // namespace

void operations_panel(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, ImVec2 at, ImVec2 size) {
  auto& panel = panel_of(ui);
  ImGui::GetWindowDrawList()->AddLine(at, {at.x + size.x, at.y}, ui.ink.line);
  const float margin = ui.px(12), fold = ui.px(22), bar = ui.px(20) + ImGui::GetFrameHeight();
  const bool open = places_of(ui).is_open(Panel::operations);
  if (fold_heading(ui, "fold operations", open, {}, at, margin + fold, bar).clicked) requests.add<show_panel>(Panel::operations, !open);
  bool entered = false;
  const bool typing = search_operations(ui, view, requests, {at.x + margin + fold, at.y + ui.px(11)}, size.x - 2 * margin - fold, entered);
  const bool searching = !panel.search.empty() && !is_expression(panel.search);
  if (panel.operations_for != panel.search || panel.operations_in != view.texts.language()) {
    panel.operations_for = panel.search;
    panel.operations_in = view.texts.language();
    panel.operations = searching ? operations_found(panel.search, view.texts) : std::vector<const algebra::Function*>{};
    panel.operation.choose(0);
  }
  const float top = at.y + bar, height = at.y + size.y - top;
  if (height < ui.px(24)) return;  // folded
  if (!searching || panel.operations.empty()) {
    const ScrollArea part("operations", {at.x, top}, {size.x, height});
    Rows rows(ui, part.list(), {at.x + margin, part.at().y}, part.width() - 2 * margin);
    if (searching) rows.words(ui.tr("No operation has this name or does this."), ui.ink.faint);
    else everyday(rows, workspace, view, requests);
    return rows.end();
  }
  ImGui::SetCursorScreenPos({at.x + margin / 2, top});
  const ListLook look{.id = "found operations",
                      .count = static_cast<int>(panel.operations.size()),
                      .size = {size.x - margin / 2, height},
                      .row = ui.fonts.mono_small.size + ui.fonts.ui_small.size + ui.px(9),
                      .mouse_chooses = false,
                      .keys = typing};
  const int taken = list(ui, panel.operation, look, entered, [&](const ListRow& row) {
    const auto& f = *panel.operations[static_cast<std::size_t>(row.number)];
    tooltip(ui, workspace, view, f);
    draw_operation(ui, f, row, row.number == panel.operation.row);
  });
  if (taken < 0) return;
  insert(requests, panel.operations[static_cast<std::size_t>(taken)]->name);
  panel.search.clear();
}

}  // namespace app
