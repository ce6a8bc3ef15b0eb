#include "app/panels/inspector/inspector_steps.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/actions/looking.hpp"
#include "app/actions/pointer.hpp"
#include "app/actions/step_focus.hpp"
#include "app/commands/commands.hpp"
#include "app/panels/canvas/card.hpp"
#include "app/panels/canvas/grid_view.hpp"
#include "app/panels/inspector/inspector_panel.hpp"

namespace app {
namespace {

/// Pointing at a cell of the stage points at the element that it stands for, a click pins that.
void point_in_stage(const Workspace& workspace, const ViewState& view, Requests& requests, const render::Diagram& d, CellAt under) {
  if (under.row < 0) return;
  const auto pointed = element_of_stage(workspace, view, d.coordinate(under.row, under.column));
  if (!pointed) return;
  requests.add<hover_element>(pointed);
  if (ImGui::IsMouseReleased(0) && ImGui::GetIO().MouseDragMaxDistanceSqr[0] < 9) requests.add<toggle_pin>(pointed);
}

/// The stage that is chosen, drawn as a grid as wide as the panel.
void stage_picture(Pen& pen, const Workspace& workspace, const ViewState& view, Requests& requests, const render::Diagram& d) {
  auto& ui = pen.ui;
  const float left = row_heading_width(ui, d), top = column_heading_height(ui, d);
  const float room = pen.width - left;
  const float widest = text_width(ui.fonts.mono_tiny, fmt::format("{}", d.widest_index())) + ui.px(8);
  const float tallest = ui.px(260);
  const auto rows = static_cast<float>(std::max<std::int64_t>(1, d.rows.extent)),
             columns = static_cast<float>(std::max<std::int64_t>(1, d.columns.extent));
  // As large as its labels need, smaller to show all of it, and cut off where that would be dust.
  const float cell = std::floor(std::clamp(std::min(room / columns, tallest / rows), ui.px(14), std::max(widest, ui.px(30))));
  const ImVec2 size{std::min(room, cell * columns), std::min(tallest, cell * rows)};
  const ImVec2 at{std::round(pen.x + left), std::round(pen.y + top + ui.px(4))};
  auto& card_view = inspector_state(ui).stage;
  const auto under =
      draw_grid(ui, "stage", d, card_view, cell, at, size, {.label = &ui.fonts.mono_tiny, .dim = 0, .trace = {}, .text = {}});
  draw_headings(ui, d, card_view, cell, at, size);
  for (const auto c : in_stage(workspace, view, shown_element(workspace, view)))
    if (const auto place = d.cell_of(c)) mark_cell(ui, card_view, cell, at, size, place->row, place->column, ui.ink.pin, ui.px(2));
  point_in_stage(workspace, view, requests, d, under);
  pen.y = at.y + size.y + ui.px(8);
}

/// "‹ 2 / 5 ›": where one is, and the ways to the neighbours.
void step_buttons(Pen& pen, Requests& requests, int step, int count) {
  auto& ui = pen.ui;
  const auto place = fmt::format("{} / {}", step + 1, count);
  const float arrow = ui.px(20), w = text_width(ui.fonts.ui_small, place) + 2 * arrow;
  const float y = pen.y - ui.fonts.ui_bold_small.size - ui.px(6), x = pen.x + pen.width - w;
  draw_text(pen.list, ui.fonts.ui_small, {x + arrow, y}, ui.ink.faint, place);
  for (const bool next : {false, true}) {
    const float at = next ? x + w - arrow : x;
    const bool able = next ? step + 1 < count : step > 0;
    ImGui::SetCursorScreenPos({at, y - ui.px(4)});
    if (ImGui::InvisibleButton(next ? "next step" : "previous step", {arrow, ui.fonts.ui_small.size + ui.px(8)}) && able)
      requests.command(next ? "inspector.next_step" : "inspector.previous_step");
    draw_text_centred(pen.list, ui.fonts.ui_bold, {at + arrow / 2, y - ui.px(3)}, able ? ui.ink.link : ui.ink.fainter, next ? "›" : "‹");
  }
}

}  // namespace

const StepPart& step_part(Ui& ui, const Workspace& workspace, const ViewState& view, int operand) {
  auto& state = inspector_state(ui);
  const auto version = workspace.result(view.selected).version;
  if (state.step_version != version || state.step_of_parts != view.inspector.step) state.step_parts.clear();
  state.step_version = version;
  state.step_of_parts = view.inspector.step;
  const auto known = state.step_parts.find(operand);
  return known != state.step_parts.end() ? known->second
                                         : state.step_parts.emplace(operand, step_part(workspace, view, operand)).first->second;
}

void steps_tab(Pen& pen, const Workspace& workspace, const ViewState& view, Requests& requests) {
  auto& ui = pen.ui;
  const int index = view.selected;
  if (index < 0 || index >= static_cast<int>(workspace.evaluator().results().size()) || !workspace.result(index).evaluation) {
    pen.y += ui.px(10);
    pen.words(ui.tr("This entry has no value."), ui.ink.faint);
    return;
  }
  const auto& explained = workspace.explained(index);
  const auto& made = workspace.result(index).evaluation->made_by.operation;
  if (explained.steps.empty()) {
    pen.y += ui.px(10);
    pen.words(ui.tr("Select an entry that is an operation, such as a composition or a divide, to see how its result comes about."),
              ui.ink.faint);
    return;
  }
  const int count = static_cast<int>(explained.steps.size());
  const int step = std::clamp(view.inspector.step, 0, count - 1);
  // Where there is no room for both, the operation's name says enough.
  const float room_of_title = pen.width - ui.px(90);
  auto title = fmt::format("{} {}", ui.tr("How it comes about:"), made);
  if (text_width(ui.fonts.ui_bold_small, title) > room_of_title) title = made;
  pen.heading(title, room_of_title);
  step_buttons(pen, requests, step, count);
  if (const auto& stage = explained.stages[static_cast<std::size_t>(step)]) stage_picture(pen, workspace, view, requests, *stage);
  // The words scroll beneath the picture, and the chosen step comes into sight.
  const ImVec2 at{pen.x - ui.px(7), pen.y}, room{pen.width + ui.px(20), std::max(ui.px(110), pen.bottom - pen.y - ui.px(8))};
  ImGui::SetCursorScreenPos(at);
  compat::begin_child("words", room);
  auto& state = inspector_state(ui);
  const bool moved = state.step_seen != step || state.step_entry != index;
  const auto origin = ImGui::GetCursorScreenPos();
  Pen words{ui, ImGui::GetWindowDrawList(), pen.x, pen.width, origin.y + ui.px(4), pen.bottom};
  for (int i = 0; i < count; ++i) {
    const auto& s = explained.steps[static_cast<std::size_t>(i)];
    const auto said = (*ui.texts)(s.words);
    const float indent = ui.px(static_cast<float>(std::min(s.level, 4)) * 12);
    const float height = flow_text(nullptr, ui, {}, words.width - indent - ui.px(6), 0, 0, said);
    if (i == step) {
      words.list->AddRectFilled({words.x + indent - ui.px(6), words.y - ui.px(3)}, {words.x + words.width, words.y + height + ui.px(3)},
                                ui.ink.row_mark, ui.px(4));
      const float top = words.y - origin.y, shown_from = ImGui::GetScrollY();
      if (moved && (top < shown_from || top + height > shown_from + room.y)) ImGui::SetScrollY(std::max(0.0f, top - room.y / 3));
    }
    flow_text(words.list, ui, {words.x + indent, words.y}, words.width - indent - ui.px(6), s.level == 0 ? ui.ink.text : ui.ink.faint,
              ui.ink.chip, said);
    ImGui::PushID(i);
    ImGui::SetCursorScreenPos({words.x + indent, words.y});
    if (ImGui::InvisibleButton("step", {words.width - indent, std::max(1.0f, height)})) requests.add<show_step>(i);
    ImGui::PopID();
    words.y += height + ui.px(7);
  }
  state.step_seen = step;
  state.step_entry = index;
  ImGui::EndChild();
  pen.y = at.y + room.y;
}

}  // namespace app
