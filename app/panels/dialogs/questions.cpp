#include "app/panels/dialogs/dialogs.hpp"

#include <algorithm>

#include "app/actions/questions.hpp"
#include "app/ui/lists.hpp"
#include "app/ui/rows.hpp"

namespace app {

void question_dialog(Ui& ui, const State& state, Requests& requests, bool first) {
  constexpr std::size_t most = 12;
  const auto question = decision_of(state);
  wrapped(question.title, ui.ink.text, ui.px(500));
  if (!question.note.empty()) ImGui::Dummy({ui.px(330), ui.px(2)});
  if (!question.why.empty()) wrapped(question.why, ui.ink.text, ui.px(460) - ImGui::GetCursorPosX());
  for (std::size_t i = 0; i < std::min(most, question.lines.size()); ++i) {
    const auto& [words, detail] = question.lines[i];
    const float width = ui.px(detail.empty() ? 420 : 330);
    ImGui::Bullet();
    draw_fitted(ImGui::GetWindowDrawList(), ui, ui.fonts.ui, ImGui::GetCursorScreenPos(), width, ui.ink.text, words);
    ImGui::Dummy({width, ui.fonts.ui.size});
    if (detail.empty()) continue;
    ImGui::SameLine();
    ImGui::TextDisabled("%s", detail.c_str());
  }
  if (question.lines.size() > most) ImGui::BulletText("… %zu", question.lines.size() - most);
  if (!question.note.empty()) wrapped(question.note, ImGui::GetColorU32(ImGuiCol_TextDisabled), ui.px(460) - ImGui::GetCursorPosX());
  ImGui::Dummy({ui.px(state.view.dialog == Dialog::recover ? 500 : 330), ui.px(4)});
  Buttons button(ui, first, question.chosen);
  for (const auto& answer : question.answers)
    if (button(answer.label)) requests.add(answer.wanted);
}

}  // namespace app
