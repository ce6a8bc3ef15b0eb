#include "app/panels/dialogs/find_dialog.hpp"

#include <algorithm>

#include "app/actions/finding.hpp"
#include "app/actions/looking.hpp"

namespace app {

void find_dialog(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, bool first) {
  auto question = view.layout_question;
  const float width = std::min(ui.px(760), ImGui::GetMainViewport()->Size.x * 0.9f);
  ImGui::TextUnformatted(ui.tr("Find a layout"));
  if (first) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(width);
  ImGui::InputText("##tile", &question.tile);
  for (std::size_t i = 0; i < question.accesses.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    ImGui::SetNextItemWidth(width);
    ImGui::InputText("##access", &question.accesses[i].text);
    ImGui::PopID();
  }
  if (question != view.layout_question) requests.add<set_layout_question>(question);
  const auto asked = asked_question(workspace, question);
  ImGui::PushTextWrapPos(width);
  if (!asked) ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(ui.ink.error), "%s", ui.texts->message(asked.error()).c_str());
  ImGui::PopTextWrapPos();
}

}  // namespace app
