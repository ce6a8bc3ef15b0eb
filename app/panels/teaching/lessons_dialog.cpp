#include "app/panels/teaching/lessons_dialog.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/actions/lessons.hpp"
#include "app/actions/looking.hpp"
#include "app/panels/teaching/lesson_panel.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

using Progress = LessonProgress::Progress;

/// As many whole sentences as fit in one line; of a first one that is longer what fits.
std::string sentences_that_fit(const Face& face, std::string_view text, float width) {
  std::size_t fits = 0;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = text.size();
    for (const std::string_view stop : {". ", "。", "？", "? "})
      if (const auto found = text.find(stop, at); found != std::string_view::npos) end = std::min(end, found + stop.size());
    if (text_width(face, text.substr(0, end)) > width) break;
    at = fits = end;
  }
  return fits > 0 ? std::string(text.substr(0, fits)) : fitted(face, text, width);
}

/// A lesson in two lines, and at the right how far it is. A click opens it.
void row(Ui& ui, const Workspace& workspace, Requests& requests, int number, ImVec2 at, ImVec2 size) {
  auto* list = ImGui::GetWindowDrawList();
  const auto name = std::string(lesson_names()[static_cast<std::size_t>(number)]);
  const auto progress = workspace.lessons.of(name);
  ImGui::PushID(number);
  if (area("lesson", at, size)) {
    requests.add<close_dialog>();
    requests.add<open_lesson>(number);
  }
  ImGui::PopID();
  const bool shown = is_lesson(workspace.document()) && workspace.document().lesson == name;
  if (ImGui::IsItemHovered() || shown)
    ui.fill(list, at, {at.x + size.x, at.y + size.y}, shown ? ui.ink.chip : ui.ink.selected_back, ui.px(5));
  const auto& title = ui.fonts.ui_bold_small;
  const auto& small = ui.fonts.ui_small;
  const float y = at.y + ui.px(7), x = at.x + ui.px(34);
  progress_mark(ui, list, progress, {at.x + ui.px(17), y + title.size / 2});
  const char* word = progress == Progress::solved ? "done" : progress == Progress::begun ? "begun" : "";
  const float right = at.x + size.x - ui.px(10), end = right - text_width(small, ui.tr(word));
  if (*word != '\0') draw_text(list, small, {end, y}, progress == Progress::solved ? ui.ink.good : ui.ink.accent, ui.tr(word));
  const auto language = ui.texts->language();
  draw_fitted(list, ui, title, {x, y}, end - ui.px(10) - x, ui.ink.text,
              fmt::format("{} · {}", number + 1, lesson_title(number, language)));
  const auto opening = lesson_opening(number, language);
  draw_fitted(list, ui, small, {x, y + title.size + ui.px(4)}, right - x, ui.ink.faint, sentences_that_fit(small, opening, right - x));
}

}  // namespace

void lessons_dialog(Ui& ui, const Workspace& workspace, Requests& requests) {
  const auto screen = ImGui::GetMainViewport()->Size;
  const int count = static_cast<int>(lesson_names().size());
  const float width = std::min(ui.px(760), screen.x * 0.9f), height = ui.fonts.ui_bold_small.size + ui.fonts.ui_small.size + ui.px(18);
  auto* list = ImGui::GetWindowDrawList();
  const auto at = ImGui::GetCursorScreenPos();
  draw_text(list, ui.fonts.ui_bold, at, ui.ink.text, ui.tr("All lessons"));
  const auto done = std::count_if(lesson_names().begin(), lesson_names().end(),
                                  [&](std::string_view name) { return workspace.lessons.of(std::string(name)) == Progress::solved; });
  draw_text_right(list, ui.fonts.ui_small, {at.x + width - ui.px(20), at.y + ui.px(2)}, ui.ink.faint,
                  fmt::format(fmt::runtime(ui.tr("{} of {} done")), done, count));
  ImGui::SetCursorScreenPos({at.x, at.y + ui.fonts.ui_bold.size + ui.px(10)});
  compat::begin_child("lessons", {width, std::min(height * static_cast<float>(count), screen.y * 0.8f - ui.px(60))});
  const auto first = ImGui::GetCursorScreenPos();
  const ImVec2 size{width - ui.px(12), height};
  for (int number = 0; number < count; ++number)
    row(ui, workspace, requests, number, {first.x, first.y + height * static_cast<float>(number)}, size);
  ImGui::SetCursorScreenPos({first.x, first.y + height * static_cast<float>(count) - 1});
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
}

}  // namespace app
