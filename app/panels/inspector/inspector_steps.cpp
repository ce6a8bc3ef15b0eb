#include "app/panels/inspector/inspector_panel.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/actions/looking.hpp"
#include "app/actions/pointer.hpp"
#include "app/actions/step_focus.hpp"
#include "app/commands/commands.hpp"
#include "app/ui/grid_view.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

/// Handles the mouse over the stage: pointing at a cell points at the element that it stands for, a click pins it.
void point_in_stage(const Workspace& workspace, const ViewState& view, Requests& requests, const render::Diagram& d, CellAt under) {
  if (under.row < 0) return;
  const auto pointed = element_of_stage(workspace, view, d.coordinate(under.row, under.column));
  if (!pointed) return;
  requests.add<hover_element>(pointed);
  if (ImGui::IsMouseReleased(0) && ImGui::GetIO().MouseDragMaxDistanceSqr[0] < 9) requests.add<toggle_pin>(pointed);
}

/// Draws the chosen stage as a grid as wide as the panel.
void stage_picture(Rows& rows, const Workspace& workspace, const ViewState& view, Requests& requests, const render::Diagram& d) {
  auto& ui = rows.ui;
  // As large as its labels need, smaller if that shows all of it, and clipped if cells would become too small.
  const auto grid = small_grid(ui, d, inspector_state(ui).stage, {rows.x, rows.y + ui.px(4)},
                               {rows.width, column_heading_height(ui, d) + ui.px(260)}, 14, 30);
  const auto under = draw_small_grid(ui, "stage", grid);
  for (const auto c : in_stage(workspace, view, shown_element(workspace, view)))
    if (const auto place = d.cell_of(c)) mark_cell(ui, grid, place->row, place->column, ui.ink.pin, ui.px(2));
  point_in_stage(workspace, view, requests, d, under);
  rows.y = grid.at.y + grid.size.y + ui.px(8);
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

void steps_tab(Rows& rows, const Workspace& workspace, const ViewState& view, Requests& requests) {
  auto& ui = rows.ui;
  const int index = view.selected;
  if (index < 0 || index >= static_cast<int>(workspace.evaluator().results().size()) || !workspace.result(index).evaluation) {
    nothing_to_show(rows, "This entry has no value.");
    return;
  }
  const auto& explained = workspace.explained(index);
  const auto& made = workspace.result(index).evaluation->made_by.operation;
  if (explained.steps.empty()) {
    nothing_to_show(rows, "Select an entry that is an operation, such as a composition or a divide, to see how its result comes about.");
    return;
  }
  const int count = static_cast<int>(explained.steps.size());
  const int step = std::clamp(view.inspector.step, 0, count - 1);
  // Without room for the whole title, the operation's name is enough.
  const float room_of_title = rows.width - ui.px(90);
  auto title = (*ui.texts)(algebra::message("Steps of {}", made));
  if (text_width(ui.fonts.ui_bold_small, title) > room_of_title) title = made;
  rows.heading(title, room_of_title);
  const float beside = rows.y - ui.fonts.ui_bold_small.size - ui.px(6);
  const int turned =
      stepper(ui, "steps", fmt::format("{} / {}", step + 1, count), {rows.x + rows.width, beside}, step > 0, step + 1 < count, ui.ink.faint)
          .step;
  if (turned != 0) requests.command(turned > 0 ? "inspector.next_step" : "inspector.previous_step");
  if (const auto& stage = explained.stages[static_cast<std::size_t>(step)]) stage_picture(rows, workspace, view, requests, *stage);
  // The text scrolls below the picture, to the chosen step.
  const ImVec2 at{rows.x - ui.px(7), rows.y}, room{rows.width + ui.px(20), std::max(ui.px(110), rows.bottom - rows.y - ui.px(8))};
  const ScrollArea part("words", at, room);
  auto& state = inspector_state(ui);
  const bool moved = state.step_seen != step || state.step_entry != index;
  Rows words(ui, part.list(), {rows.x, part.at().y + ui.px(4)}, rows.width);
  for (int i = 0; i < count; ++i) {
    const auto& s = explained.steps[static_cast<std::size_t>(i)];
    const auto said = (*ui.texts)(s.words);
    const float indent = ui.px(static_cast<float>(std::min(s.level, 4)) * 12);
    const float height = flow_text(nullptr, ui, {}, words.width - indent - ui.px(6), 0, 0, said);
    if (i == step) {
      words.list->AddRectFilled({words.x + indent - ui.px(6), words.y - ui.px(3)}, {words.x + words.width, words.y + height + ui.px(3)},
                                ui.ink.row_mark, ui.px(4));
      const float top = words.y - part.at().y, shown_from = ImGui::GetScrollY();
      if (moved && (top < shown_from || top + height > shown_from + room.y)) ImGui::SetScrollY(std::max(0.0f, top - room.y / 3));
    }
    flow_text(words.list, ui, {words.x + indent, words.y}, words.width - indent - ui.px(6), s.level == 0 ? ui.ink.text : ui.ink.faint,
              ui.ink.chip, said);
    if (area(i, {words.x + indent, words.y}, {words.width - indent, std::max(1.0f, height)})) requests.add<show_step>(i);
    words.y += height + ui.px(7);
  }
  state.step_seen = step;
  state.step_entry = index;
  rows.y = at.y + room.y;
}

}  // namespace app
