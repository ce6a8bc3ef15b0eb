#include "app/panels/dialogs/infer_dialog.hpp"

#include <algorithm>

#include "algebra/infer.hpp"
#include "algebra/read_table.hpp"
#include "app/actions/looking.hpp"
#include "app/actions/saving.hpp"
#include "app/actions/sheet_edits.hpp"

namespace app {

/// The answer to the question that was asked last, so that nothing is inferred in a frame in which nothing changed.
struct InferView {
  TableQuestion of;
  std::string expression, problem;

  void answer(const TableQuestion& question) {
    of = question;
    expression.clear(), problem.clear();
    const auto tables = algebra::read_tables(of.text, of.form);
    if (!tables) {
      problem = tables.error().message;
    } else if (const auto found = algebra::infer(tables->front()); !found) {
      problem = found.error().message;
    } else {
      expression = algebra::plain(found->value);
    }
  }
};

void infer_dialog(Ui& ui, const Workspace& /*workspace*/, const ViewState& view, Requests& requests, bool first) {
  auto question = view.table_question;
  if (!ui.infer) ui.infer = std::make_shared<InferView>();
  auto& infer = *ui.infer;
  const auto screen = ImGui::GetMainViewport()->Size;
  const float width = std::min(ui.px(760), screen.x * 0.9f);
  ImGui::TextUnformatted(ui.tr("Infer a layout from a table"));
  if (first) ImGui::SetKeyboardFocusHere();
  if (ImGui::InputTextMultiline("##table", &question.text, {width, std::min(ui.px(260), screen.y * 0.4f)}))
    requests.add<set_table_question>(question);
  if (question.text.empty()) return;
  if (infer.of != question) infer.answer(question);
  ImGui::PushTextWrapPos(width);
  if (!infer.problem.empty())
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(ui.ink.error), "%s", ui.texts->message(infer.problem).c_str());
  else ImGui::TextUnformatted(infer.expression.c_str());
  ImGui::PopTextWrapPos();
  if (infer.expression.empty() || !ImGui::Button(ui.tr("Add the entry"))) return;
  requests.add<close_dialog>();
  requests.add<insert_atom>(infer.expression);
}

}  // namespace app
