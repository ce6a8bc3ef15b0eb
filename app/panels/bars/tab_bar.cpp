#include "app/panels/bars/bars.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "app/actions/documents.hpp"
#include "app/actions/starting.hpp"
#include "app/ui/menus.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

struct Tab {
  std::string label;
  float x = 0, width = 0;
};

/// Returns the tabs side by side from x = 0, no wider than their names.
std::vector<Tab> lay_out(const Ui& ui, const Workspace& workspace) {
  std::vector<Tab> tabs;
  float x = 0;
  for (const auto& d : workspace.documents()) {
    std::string label = d.title(*ui.texts);
    const float width = std::min(ui.px(180), text_width(ui.fonts.ui, label)) + ui.px(46);
    tabs.push_back({std::move(label), x, width});
    x += width;
  }
  return tabs;
}

struct TabScroll {
  float by = 0;             ///< scroll offset in pixels, if the tabs are wider than the bar
  std::uint64_t shown = 0;  ///< id of the document that the bar last scrolled to
};

void draw_tab(Ui& ui, const Workspace& workspace, Requests& requests, int index, const Tab& tab, ImVec2 at, float height) {
  auto* list = ImGui::GetWindowDrawList();
  const auto& d = workspace.documents()[static_cast<std::size_t>(index)];
  const bool active = index == workspace.active();
  const ImVec2 end{at.x + tab.width, at.y + height};
  ImGui::PushID(static_cast<int>(d.id));
  ImGui::SetCursorScreenPos(at);
  ImGui::SetItemAllowOverlap();
  if (ImGui::InvisibleButton("tab", {tab.width, height}, ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonMiddle)) {
    const bool middle = ImGui::IsMouseReleased(ImGuiMouseButton_Middle);
    requests.add(middle ? request<request_close>(index) : request<show_document>(index));
  }
  ImGui::SetItemAllowOverlap();
  const bool hovered = ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenOverlapped);
  // Dragged past the middle of its neighbour, a tab changes places with it.
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0)) {
    const float x = ImGui::GetIO().MousePos.x;
    const int count = static_cast<int>(workspace.documents().size());
    const int to = x < at.x - ui.px(20) ? index - 1 : x > end.x + ui.px(20) ? index + 1 : index;
    if (to != index && to >= 0 && to < count) requests.add<&Workspace::move_document>(index, to);
  }
  if (hovered && !d.path.empty()) tooltip_beside(ui, d.path.c_str());
  if (active) list->AddRectFilled(at, end, ui.ink.panel);
  else if (hovered) list->AddRectFilled(at, end, ui.ink.selected_back);
  if (active) list->AddRectFilled({at.x, at.y}, {end.x, at.y + ui.px(2)}, ui.ink.accent);
  list->AddLine({end.x - 0.5f, at.y}, {end.x - 0.5f, end.y}, ui.ink.line);
  draw_fitted(list, ui, ui.fonts.ui, {at.x + ui.px(14), at.y + (height - ui.fonts.ui.size) / 2}, tab.width - ui.px(45),
              active ? ui.ink.text : ui.ink.faint, tab.label);
  const float side = ui.px(18);
  const ImVec2 middle{end.x - ui.px(16), at.y + height / 2};
  if (area("close", {middle.x - side / 2, middle.y - side / 2}, {side, side})) requests.add<request_close>(index);
  const bool on_cross = ImGui::IsItemHovered();
  if (on_cross) list->AddRectFilled(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), ui.ink.chip_border, ui.px(4));
  // An unsaved sheet has a dot, which gives way to the cross under the pointer.
  if (workspace.unsaved(index) && !hovered && !on_cross) list->AddCircleFilled(middle, ui.px(3.5f), ui.ink.faint);
  else if (hovered || on_cross || active) draw_cross(list, middle, ui.px(3.5f), on_cross ? ui.ink.text : ui.ink.faint, ui.px(1.2f));
  ImGui::PopID();
}

/// Draws a menu of all tabs, for those that do not fit.
void list_of_tabs(Ui& ui, const Workspace& workspace, Requests& requests, const std::vector<Tab>& tabs, ImVec2 middle) {
  const float side = ui.px(22), d = ui.px(4);
  if (area("all tabs", {middle.x - side / 2, middle.y - side / 2}, {side, side})) ImGui::OpenPopup("tabs");
  const bool over = ImGui::IsItemHovered();
  if (over) tooltip_beside(ui, ui.tr("All sheets"));
  ImGui::GetWindowDrawList()->AddTriangleFilled({middle.x - d, middle.y - d / 2}, {middle.x + d, middle.y - d / 2},
                                                {middle.x, middle.y + d / 2 + ui.px(1)}, over ? ui.ink.accent : ui.ink.faint);
  const Popup popup(ui, "tabs");
  if (!popup) return;
  for (int i = 0; i < static_cast<int>(tabs.size()); ++i) {
    ImGui::PushID(i);
    if (menu_item(ui, tabs[static_cast<std::size_t>(i)].label, {.chosen = i == workspace.active()})) requests.add<show_document>(i);
    ImGui::PopID();
  }
}

}  // namespace

void tab_bar(Ui& ui, const Workspace& workspace, Requests& requests, ImVec2 at, ImVec2 size) {
  auto* list = ImGui::GetWindowDrawList();
  const ImVec2 end{at.x + size.x, at.y + size.y};
  list->AddRectFilled(at, end, ui.ink.page);
  help_here(ui, "tabs", at, end);
  const auto tabs = lay_out(ui, workspace);
  auto& scroll = ui.kept<TabScroll>();
  const float all = tabs.back().x + tabs.back().width;
  const bool more = all > size.x - ui.px(40);
  const float room = size.x - ui.px(more ? 68 : 40), most = std::max(0.0f, all - room);
  if (ImGui::IsMouseHoveringRect(at, end) && ImGui::IsWindowHovered())
    scroll.by -= (ImGui::GetIO().MouseWheel + ImGui::GetIO().MouseWheelH) * ui.px(60);
  if (const auto& active = tabs[static_cast<std::size_t>(workspace.active())]; scroll.shown != workspace.document().id) {
    scroll.shown = workspace.document().id;
    scroll.by = std::clamp(scroll.by, active.x + active.width - room, active.x);
  }
  scroll.by = std::clamp(scroll.by, 0.0f, most);
  ImGui::PushClipRect(at, {at.x + room, end.y}, true);  // clips both the buttons and the letters of the tabs
  std::optional<ScrolledPart> part(std::in_place, list, at, ImVec2{at.x + room, end.y});
  for (int i = 0; i < static_cast<int>(tabs.size()); ++i) {
    const auto& tab = tabs[static_cast<std::size_t>(i)];
    const float x = at.x + tab.x - scroll.by;
    if (x + tab.width > at.x && x < at.x + room) draw_tab(ui, workspace, requests, i, tab, {x, at.y}, size.y);
  }
  part.reset();
  ImGui::PopClipRect();
  // A button for a new sheet after the last tab.
  const ImVec2 middle{at.x + std::min(all, room) + ui.px(18), at.y + size.y / 2};
  if (area("new tab", {middle.x - ui.px(11), middle.y - ui.px(11)}, {ui.px(22), ui.px(22)})) requests.add<new_sheet>();
  if (ImGui::IsItemHovered()) {
    list->AddRectFilled(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), ui.ink.chip_border, ui.px(4));
    tooltip_beside(ui, ui.tr("New sheet"));
  }
  list->AddLine({middle.x - ui.px(4), middle.y}, {middle.x + ui.px(4), middle.y}, ui.ink.faint, ui.px(1.3f));
  list->AddLine({middle.x, middle.y - ui.px(4)}, {middle.x, middle.y + ui.px(4)}, ui.ink.faint, ui.px(1.3f));
  if (more) list_of_tabs(ui, workspace, requests, tabs, {end.x - ui.px(18), middle.y});
  list->AddLine({at.x, end.y - 0.5f}, {end.x, end.y - 0.5f}, ui.ink.line);
}

}  // namespace app
