#include "app/panels/sheet/sheet_panel.hpp"

#include <algorithm>
#include <utility>

#include "app/actions/mapping.hpp"
#include "app/actions/sections.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/actions/typing.hpp"
#include "app/panels/sheet/sheet_parts.hpp"
#include "app/panels/teaching/lesson_panel.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

/// Moves the entry that is dragged by its number, with a line at its new place.
void move_row(Ui& ui, Requests& requests, SheetPanel& panel, ImVec2 at, ImVec2 size, float top) {
  if (panel.moved < 0) return;
  if (compat::key_pressed(ImGuiKey_Escape)) {
    panel.moved = -1;
    panel.moving = false;
    ImGui::ClearActiveID();
    return;
  }
  const auto mouse = ImGui::GetIO().MousePos;
  const int place = panel.list.drop_place(mouse.y - top);
  if (panel.moving) {
    const float y = top + panel.list.top(static_cast<std::size_t>(place));
    auto* list = ImGui::GetWindowDrawList();
    list->AddRectFilled({at.x + ui.px(6), y - ui.px(1.5f)}, {at.x + size.x - ui.px(6), y + ui.px(1)}, ui.ink.accent, ui.px(1));
    list->AddCircleFilled({at.x + ui.px(6), y}, ui.px(3.5f), ui.ink.accent);
    const float edge = ui.px(24);
    if (mouse.y < at.y + edge) ImGui::SetScrollY(ImGui::GetScrollY() - ui.px(10));
    if (mouse.y > at.y + size.y - edge) ImGui::SetScrollY(ImGui::GetScrollY() + ui.px(10));
  }
  if (ImGui::IsMouseDown(0)) return;
  if (panel.moving) requests.add<move_entry>(panel.moved, place);
  panel.moved = -1;
  panel.moving = false;
}

/// The entry selected in a sheet's last frame, so that a sheet reappears as it was left.
struct SeenSelected {
  int entry = -1;
};

/// Scrolls to the selected row if it was selected elsewhere.
void scroll_to_selected(Ui& ui, const Workspace& workspace, const ViewState& view, SheetPanel& panel, Requests& requests, float height) {
  const auto hidden = [&](int entry) { return panel.list.is_folded(entry); };
  int& seen_selected = ui.kept_in_tab<SeenSelected>().entry;
  // A newly selected entry in a folded section is unfolded. Folding it afterwards, or opening a sheet, does not change the selection.
  const bool other_document = std::exchange(panel.seen_document, workspace.document().id) != workspace.document().id;
  if (!other_document && (seen_selected != view.selected || view.sheet_view.scroll_to_selected) && hidden(view.selected))
    requests.add<unfold_entry>(view.selected);
  if (hidden(view.focus_entry)) requests.add<unfold_entry>(view.focus_entry);
  const bool changed = seen_selected != view.selected;
  if ((changed && !panel.pressed_here) || view.sheet_view.scroll_to_selected) panel.reveals = 3;
  if (changed) panel.pressed_here = false;
  seen_selected = view.selected;
  if (view.sheet_view.scroll_to_selected) requests.add<scrolled_to_selected>();
  const auto i = static_cast<std::size_t>(std::max(0, view.selected));
  if (panel.reveals == 0 || i >= panel.list.count()) return;
  --panel.reveals;
  const float from = panel.list.top(i), to = panel.list.top(i + 1) + (i + 1 == panel.list.count() ? ui.px(44) : 0),
              scroll = ImGui::GetScrollY();
  if (from < scroll) ImGui::SetScrollY(from);
  else if (to > scroll + height) ImGui::SetScrollY(std::min(from, to - height));
}

/// Makes text fields adopt the sheet's text after undo, opening and the like, as they keep their own copies. The field being typed in
/// adopts the new text if it is still the same entry, and keeps keyboard focus if its text is unchanged.
void follow_version(Ui& ui, const Workspace& workspace, const ViewState& view, SheetPanel& panel) {
  if (panel_of(ui).seen_sheet_version == workspace.sheet_version()) return;
  const auto& entries = workspace.sheet().entries;
  const auto typed_in = static_cast<std::size_t>(std::max(0, panel_of(ui).active_entry));
  const bool stays = panel_of(ui).active_entry >= 0 && typed_in < entries.size() &&
                     (view.focus_entry == panel_of(ui).active_entry || entries[typed_in].text == panel.typed);
  if (panel_of(ui).seen_sheet_version != 0 && !stays) ImGui::ClearActiveID();
  panel_of(ui).seen_sheet_version = workspace.sheet_version();
  panel.drag = {};
  panel.moved = -1;
  panel.moving = false;
}

void forget_unseen(SheetPanel& panel) {
  if (panel.sources.size() < 256) return;
  std::erase_if(panel.sources, [&](const auto& s) { return s.second.used != panel.frame; });
}

void draw_rows(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, SheetPanel& panel, ImVec2 at, ImVec2 size) {
  auto& rows = panel.list;
  rows.update(workspace, view,
              {.width = size.x,
               .code = ui.fonts.mono.size,
               .letters = ui.fonts.mono_small.size,
               .words = ui.fonts.ui_small.size,
               .point = ui.px(1),
               .heading = section_heading_height(ui),
               .font = ui.fonts.mono.font});
  scroll_to_selected(ui, workspace, view, panel, requests, size.y);
  const float scroll = ImGui::GetScrollY();
  const auto& io = ImGui::GetIO();
  if (scroll != panel.scroll && io.MouseWheel != 0) panel.wheel_rest = io.MousePos;
  else if (scroll == panel.scroll && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0)) panel.wheel_rest = {-1, -1};
  panel.scroll = scroll;
  const float top = at.y - scroll;
  const int count = static_cast<int>(rows.count());
  bool other_heights = false;
  const auto row = [&](int i) {
    const auto k = static_cast<std::size_t>(i);
    const auto& place = rows.place(k);
    float y = top + rows.top(k);
    if (place.heading >= 0) section_heading(ui, workspace, view, requests, rows.section(place.heading), {at.x, y}, size.x);
    if (place.folded) return;
    y += rows.heading_above(k);
    const float height = entry_row(ui, workspace, view, requests, i, rows.number(k), {at.x, y}, size.x);
    if (rows.measured(k, height, workspace.result(i).version)) other_heights = true;
  };
  int i = rows.first_in_sight(scroll), last = i;
  // Rows in use are drawn even out of sight: a field with keyboard focus, and a number or row being dragged.
  if (view.focus_entry >= 0) panel.awaited = view.focus_entry, panel.awaited_until = panel.frame + 2;
  else if (panel.frame > panel.awaited_until) panel.awaited = -1;
  const int begin = i;
  for (; i < count && top + rows.top(static_cast<std::size_t>(i)) < at.y + size.y; ++i) {
    row(i);
    if (std::exchange(other_heights, false)) rows.sum_up();  // the rows below make room at once
    last = i + 1;
  }
  std::vector<int> held{panel_of(ui).active_entry, panel.awaited, panel.drag.entry, panel.moved};
  std::sort(held.begin(), held.end());
  held.erase(std::unique(held.begin(), held.end()), held.end());
  for (const int entry : held)
    if (entry >= 0 && entry < count && (entry < begin || entry >= last)) row(entry);
  if (other_heights) rows.sum_up();
  move_row(ui, requests, panel, at, size, top);
}

}  // namespace

void sheet_panel(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, ImVec2 at, ImVec2 size) {
  auto& panel = panel_of(ui);
  ++panel.frame;
  follow_version(ui, workspace, view, panel);
  if (view.sheet_view.cursor && view.focus_entry < 0 && ImGui::IsMouseClicked(0)) requests.add<forget_cursor>();
  if (panel_of(ui).active_entry >= static_cast<int>(workspace.sheet().entries.size())) panel_of(ui).active_entry = -1;

  const float bar = lesson_bar(ui, workspace, requests, at, size.x);
  at.y += bar;
  size.y -= bar;
  // In a lesson, the strip gets the room that entries and exercises leave, but at least a line.
  const float spare = bar > 0 && !panel.list.empty() ? 3 * (size.y - panel.list.height() - panel.exercises - ui.px(50)) : size.y;
  const float strip = parameter_strip_height(ui, workspace, view, std::min(size.y, spare));
  const float compiler = compiler_strip_height(ui, workspace, size.x);
  if (compiler > 0) compiler_strip(ui, workspace, requests, at, {size.x, compiler});
  at.y += compiler;
  size.y -= compiler;
  const float needs = needs_strip_height(ui, workspace, view, size.x, size.y);
  if (needs > 0) needs_strip(ui, workspace, view, requests, at, {size.x, needs});
  at.y += needs;
  // A kernel has many rows, so its exercises stay in sight below them.
  const bool pinned = bar > 0 && !workspace.sheet().exercises.empty() && has_map(workspace);
  const float foot = pinned ? std::min(panel.exercises + ui.px(12), size.y * 0.5f) : 0;
  const ImVec2 room{size.x, size.y - needs - strip - foot};
  ImGui::SetCursorScreenPos(at);
  compat::begin_child("sheet", room);
  const float width = inner_width();
  draw_rows(ui, workspace, view, requests, panel, at, {width, room.y});
  float y = at.y - ImGui::GetScrollY() + panel.list.height();
  if (!pinned) {
    panel.exercises = exercise_cards(ui, workspace, view, requests, {at.x, y}, width);
    y += panel.exercises;
  }
  y += ui.px(12);
  const float x = at.x + ui.px(32);
  const auto add = [&](const char* text) { requests.add<append_entry>(text); };
  if (text_button(ui, ui.fonts.ui, "add", ui.tr("+ expression"), {x, y}, Pointed::underlined)) add("");
  if (text_button(ui, ui.fonts.ui, "note", ui.tr("+ note"), {x + text_width(ui.fonts.ui, ui.tr("+ expression")) + ui.px(16), y},
                  Pointed::underlined))
    add("# ");
  ImGui::SetCursorScreenPos({at.x, y + ui.px(30)});
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
  if (pinned) {
    const ImVec2 from{at.x, at.y + room.y + strip};
    ImGui::SetCursorScreenPos(from);
    compat::begin_child("exercises beneath", {size.x, foot});
    panel.exercises = exercise_cards(ui, workspace, view, requests, {from.x, from.y - ImGui::GetScrollY()}, inner_width());
    ImGui::SetCursorScreenPos({from.x, from.y - ImGui::GetScrollY() + panel.exercises + ui.px(10)});
    ImGui::Dummy({1, 1});
    ImGui::EndChild();
    ImGui::GetWindowDrawList()->AddLine(from, {from.x + size.x, from.y}, ui.ink.line);
  }
  if (strip > 0) parameter_strip(ui, workspace, view, requests, {at.x, at.y + room.y}, {size.x, strip});
  draw_offer(ui, workspace, view, requests);
  forget_unseen(panel);
  // Ends a press that nothing has handled.
  if (!ImGui::IsMouseDown(0) && panel.drag.entry >= 0) {
    requests.add<&Workspace::seal_edit>();
    panel.drag = {};
  }
}

}  // namespace app
