#include "app/panels/teaching/lesson_panel.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "app/actions/lessons.hpp"
#include "app/actions/typing.hpp"
#include "app/panels/teaching/teaching.hpp"
#include "app/ui/rows.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

using Kind = ExerciseState::Kind;

/// Draws ‹ or ›, a button for the previous or next lesson.
void turn_page(Ui& ui, const Workspace& workspace, Requests& requests, const char* command, int by, const char* tip, ImVec2 centre) {
  const float r = ui.px(11);
  ImGui::SetCursorScreenPos({centre.x - r, centre.y - r});
  const bool possible = beside_lesson(workspace, by) >= 0;
  if (ImGui::InvisibleButton(command, {2 * r, 2 * r}) && possible) requests.command(command);
  const bool over = ImGui::IsItemHovered() && possible;
  auto* list = ImGui::GetWindowDrawList();
  if (over) list->AddCircleFilled(centre, r, ui.ink.selected_back);
  if (over) tooltip_beside(ui, ui.tr(tip));
  const float dx = ui.px(2.5f) * static_cast<float>(by), dy = ui.px(4.5f);
  const ImU32 c = possible ? ui.ink.link : ui.ink.line;
  list->AddLine({centre.x - dx, centre.y - dy}, {centre.x + dx, centre.y}, c, ui.px(1.6f));
  list->AddLine({centre.x + dx, centre.y}, {centre.x - dx, centre.y + dy}, c, ui.px(1.6f));
}

/// Draws ○, ✓ or ✗ as shapes, as fonts may lack them.
void state_mark(const Ui& ui, ImDrawList* list, Kind kind, ImVec2 centre) {
  const float r = ui.px(6.5f), d = ui.px(2.6f);
  const ImU32 c = kind == Kind::solved ? ui.ink.good : kind == Kind::wrong ? ui.ink.error : ui.ink.fainter;
  if (kind == Kind::open) return list->AddCircle(centre, r, c, 0, ui.px(1.4f));
  list->AddCircleFilled(centre, r, c);
  const ImU32 ink = ui.ink.panel;
  if (kind == Kind::wrong) {
    draw_cross(list, centre, d, ink, ui.px(1.5f));
  } else {
    list->AddLine({centre.x - d * 1.2f, centre.y}, {centre.x - d * 0.2f, centre.y + d}, ink, ui.px(1.5f));
    list->AddLine({centre.x - d * 0.2f, centre.y + d}, {centre.x + d * 1.3f, centre.y - d}, ink, ui.px(1.5f));
  }
}

/// Scrolls to an exercise with a new hint or answer: to its bottom, or to its top if it is higher than the panel.
void show_new_help(Ui& ui, const Workspace& workspace, int index, float top, float bottom) {
  const auto& help = workspace.lessons().help[static_cast<std::size_t>(index)];
  auto& seen = teaching(ui).help_seen;
  seen.resize(workspace.lessons().help.size());
  auto& before = seen[static_cast<std::size_t>(index)];
  const int now = help.hints + (help.answer ? 1 : 0);
  // The panel's scroll range is known only in the next frame.
  if (now > before.shown) before.reveals = 3;
  before.shown = now;
  if (before.reveals == 0) return;
  --before.reveals;
  const float from = ImGui::GetWindowPos().y, to = from + ImGui::GetWindowSize().y - ui.px(8);
  const float down = bottom > to ? std::min(bottom - to, top - from) : top < from ? top - from : 0;
  if (down != 0) ImGui::SetScrollY(ImGui::GetScrollY() + down);
}

float exercise_card(Ui& ui, const Workspace& workspace, Requests& requests, int index, ImVec2 at, float width) {
  const auto& state = workspace.lessons().states[static_cast<std::size_t>(index)];
  auto* list = ImGui::GetWindowDrawList();
  ImGui::PushID(index);
  list->ChannelsSplit(2);
  list->ChannelsSetCurrent(1);
  const auto& head = ui.fonts.ui_bold_small;
  Rows rows(ui, list, {at.x + ui.px(12), at.y + ui.px(10)}, width - ui.px(24));
  state_mark(ui, list, state.kind, {rows.x + ui.px(7), rows.y + head.size / 2});
  const char* title = state.kind == Kind::solved ? "Exercise: solved" : state.kind == Kind::wrong ? "Exercise: not yet" : "Exercise";
  draw_text(list, head, {rows.x + ui.px(21), rows.y}, state.kind == Kind::solved ? ui.ink.good : ui.ink.text, ui.tr(title));
  rows.y += head.size + ui.px(5);
  rows.tell(exercise_rows(workspace, index, *ui.texts), requests);
  const ImVec2 end{at.x + width, rows.y + ui.px(6)};
  list->ChannelsSetCurrent(0);
  const ImU32 edge = state.kind == Kind::solved ? ui.ink.good : state.kind == Kind::wrong ? ui.ink.error : ui.ink.accent;
  list->AddRectFilled(at, end, ui.ink.panel, ui.px(6));
  compat::rectangle(list, at, end, ui.ink.chip_border, ui.px(6), 1);
  list->AddRectFilled(at, {at.x + ui.px(3), end.y}, edge, ui.px(2));
  list->ChannelsMerge();
  ImGui::PopID();
  show_new_help(ui, workspace, index, at.y, end.y);
  return end.y - at.y;
}

/// Draws an exercise that is done or not yet due as one line, with as much of the task as fits. A click selects its entry.
float short_card(Ui& ui, const Workspace& workspace, Requests& requests, int index, ImVec2 at, float width) {
  const auto& exercise = workspace.sheet().exercises[static_cast<std::size_t>(index)];
  const auto kind = workspace.lessons().states[static_cast<std::size_t>(index)].kind;
  const auto &head = ui.fonts.ui_bold_small, &small = ui.fonts.ui_small;
  const float height = head.size + ui.px(16);
  const ImVec2 end{at.x + width, at.y + height};
  ImGui::PushID(index);
  ImGui::SetCursorScreenPos(at);
  const int entry = workspace.evaluator().find(exercise.entry);
  if (ImGui::InvisibleButton("exercise", {width, height}) && entry >= 0) requests.add<type_in_entry>(entry);
  auto* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(at, end, ImGui::IsItemHovered() ? ui.ink.selected_back : ui.ink.panel, ui.px(6));
  compat::rectangle(list, at, end, ui.ink.chip_border, ui.px(6), 1);
  const float y = at.y + ui.px(8);
  state_mark(ui, list, kind, {at.x + ui.px(19), y + head.size / 2});
  const auto title = ui.tr(kind == Kind::solved ? "Exercise: solved" : "Exercise");
  const float x = at.x + ui.px(33), task = x + text_width(head, title) + ui.px(10);
  draw_text(list, head, {x, y}, kind == Kind::solved ? ui.ink.good : ui.ink.text, title);
  draw_fitted(list, ui, small, {task, y + (head.size - small.size) / 2}, end.x - ui.px(12) - task, ui.ink.faint, exercise.task);
  ImGui::PopID();
  return height;
}

}  // namespace

void progress_mark(const Ui& ui, ImDrawList* list, LessonProgress::Progress progress, ImVec2 centre) {
  state_mark(ui, list, progress == LessonProgress::Progress::solved ? Kind::solved : Kind::open, centre);
  if (progress == LessonProgress::Progress::begun) list->AddCircleFilled(centre, ui.px(3), ui.ink.accent);
}

float lesson_bar(Ui& ui, const Workspace& workspace, Requests& requests, ImVec2 at, float width) {
  const auto& lesson = workspace.sheet().lesson;
  if (lesson.empty()) return 0;
  const float height = ui.px(50);
  auto* list = ImGui::GetWindowDrawList();
  list->AddLine({at.x, at.y + height - 0.5f}, {at.x + width, at.y + height - 0.5f}, ui.ink.line);
  const auto& own = workspace.document().lesson;
  const bool built_in = is_lesson(workspace.document());
  const float x = at.x + ui.px(14), right = at.x + width - (built_in ? ui.px(64) : ui.px(12));
  const auto above = built_in ? fmt::format(fmt::runtime(ui.tr("Lesson {} of {}")), lesson_number(own) + 1, lesson_names().size())
                              : std::string(ui.tr("Lesson"));
  draw_text(list, ui.fonts.ui_small, {x, at.y + ui.px(8)}, ui.ink.faint, above);
  if (built_in && workspace.lessons().solved.contains(own))
    state_mark(ui, list, Kind::solved,
               {x + text_width(ui.fonts.ui_small, above) + ui.px(16), at.y + ui.px(8) + ui.fonts.ui_small.size / 2});
  draw_fitted(list, ui, ui.fonts.ui_bold, {x, at.y + ui.px(25)}, right - x, ui.ink.text, lesson.title);
  if (!built_in) return height;
  ImGui::PushID("lesson bar");
  turn_page(ui, workspace, requests, "lessons.previous", -1, "Previous lesson", {at.x + width - ui.px(48), at.y + height / 2});
  turn_page(ui, workspace, requests, "lessons.next", 1, "Next lesson", {at.x + width - ui.px(22), at.y + height / 2});
  ImGui::PopID();
  return height;
}

float exercise_cards(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, ImVec2 at, float width) {
  float y = at.y;
  const auto& lessons = workspace.lessons();
  ImGui::PushID("exercises");
  for (int i = 0; i < static_cast<int>(lessons.states.size()); ++i) {
    const auto& exercise = workspace.sheet().exercises[static_cast<std::size_t>(i)];
    const bool whole = i == lessons.current() || lessons.states[static_cast<std::size_t>(i)].kind == Kind::wrong ||
                       (view.selected >= 0 && workspace.evaluator().find(exercise.entry) == view.selected);
    y += ui.px(10) + (whole ? exercise_card : short_card)(ui, workspace, requests, i, {at.x + ui.px(12), y + ui.px(10)}, width - ui.px(24));
  }
  ImGui::PopID();
  return y - at.y;
}

}  // namespace app
