#include "app/panels/teaching/lessons_dialog.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/actions/lessons.hpp"
#include "app/actions/looking.hpp"
#include "app/actions/starting.hpp"
#include "app/panels/teaching/lesson_panel.hpp"
#include "app/ui/lists.hpp"

namespace app {
namespace {

using Progress = LessonProgress::Progress;

struct Lessons {
  ListChoice choice;
};

/// Returns "3 · Composition".
std::string title_of(const Ui& ui, int number) { return fmt::format("{} · {}", number + 1, lesson_title(number, ui.texts->language())); }

/// Draws a lesson on two lines, with the progress at the right.
void draw_lesson(const Ui& ui, Progress progress, int number, ImVec2 at, ImVec2 size) {
  auto* list = ImGui::GetWindowDrawList();
  const auto& title = ui.fonts.ui_bold_small;
  const auto& small = ui.fonts.ui_small;
  const float y = at.y + ui.px(7), x = at.x + ui.px(34);
  progress_mark(ui, list, progress, {at.x + ui.px(17), y + title.size / 2});
  const char* word = progress == Progress::solved ? "done" : progress == Progress::begun ? "begun" : "";
  const float right = at.x + size.x - ui.px(10), end = right - text_width(small, ui.tr(word));
  if (*word != '\0') draw_text(list, small, {end, y}, progress == Progress::solved ? ui.ink.good : ui.ink.accent, ui.tr(word));
  draw_fitted(list, ui, title, {x, y}, end - ui.px(10) - x, ui.ink.text, title_of(ui, number));
  const auto opening = lesson_opening(number, ui.texts->language());
  draw_fitted(list, ui, small, {x, y + title.size + ui.px(4)}, right - x, ui.ink.faint,
              first_that_fits(small, sentences_of(opening), right - x));
}

}  // namespace

void lessons_dialog(Ui& ui, const Workspace& workspace, Requests& requests, bool first) {
  const auto screen = ImGui::GetMainViewport()->Size;
  const int count = static_cast<int>(lesson_names().size());
  const float width = std::min(ui.px(760), screen.x * 0.9f), height = ui.fonts.ui_bold_small.size + ui.fonts.ui_small.size + ui.px(18);
  auto* draws = ImGui::GetWindowDrawList();
  const auto at = ImGui::GetCursorScreenPos();
  draw_text(draws, ui.fonts.ui_bold, at, ui.ink.text, ui.tr("All lessons"));
  const auto progress_of = [&](int i) { return workspace.lessons().of(std::string(lesson_names()[static_cast<std::size_t>(i)])); };
  int done = 0;
  for (int i = 0; i < count; ++i) done += progress_of(i) == Progress::solved ? 1 : 0;
  draw_text_right(draws, ui.fonts.ui_small, {at.x + width - ui.px(20), at.y + ui.px(2)}, ui.ink.faint,
                  fmt::format(fmt::runtime(ui.tr("{} of {} done")), done, count));
  ImGui::SetCursorScreenPos({at.x, at.y + ui.fonts.ui_bold.size + ui.px(10)});
  const auto& document = workspace.document();
  auto& choice = ui.kept<Lessons>().choice;
  ListLook look{.id = "lessons",
                .count = count,
                .size = {width, std::min(height * static_cast<float>(count), screen.y * 0.8f - ui.px(60))},
                .row = height,
                .marked = is_lesson(document) ? lesson_number(document.lesson) : -1,
                .words = [&](int i) { return lesson_title(i, ui.texts->language()); }};
  if (first) choice.choose(look.marked >= 0 ? look.marked : next_lesson(workspace));
  const int taken = list(ui, choice, look, false, [&](const ListRow& r) {
    draw_lesson(ui, progress_of(r.number), r.number, r.at, {r.size.x - ui.px(12), r.size.y});
  });
  if (taken < 0) return;
  requests.add<close_dialog>();
  requests.add<open_lesson>(taken);
}

}  // namespace app
