#include "app/panels/dialogs/dialogs.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "app/actions/looking.hpp"
#include "app/actions/scaling.hpp"
#include "app/panels/dialogs/dialog_help.hpp"
#include "app/ui/menus.hpp"
#include "app/ui/rows.hpp"

namespace app {

/// What was asked last, and its answer, so that nothing is compared in a frame in which nothing changed.
struct ScalesView {
  ScaleQuestion of;
  std::optional<tl::expected<ScaleReport, ScaleRefusal>> found;
};

namespace {

using Field = ScaleRefusal::Field;

constexpr DialogHelp scales_help{"Where is my scale?", "scales", "scales", "where-is-my-scale"};

/// A line of the form: what it is, and the field.
bool field(const Ui& ui, const char* label, const char* id, const char* hint, std::string& text, float labels, float width) {
  const float left = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(label);
  ImGui::SameLine(left + labels);
  return code_field(ui, id, hint, text, width - labels);
}

/// What an answer says, a line each; what is code in the font of code.
void say(const Ui& ui, const ScaleReport& r, float width) {
  const auto& texts = *ui.texts;
  for (const auto& [what, side] : {std::pair("reads", &r.reader), std::pair("writes", &r.producer)})
    wrapped(std::string(ui.tr(what)) + " = " + to_string(side->layout, algebra::Marks::plain), ui.ink.faint, width);
  bool first = true;
  for (const auto& line : said_of(r)) {
    wrapped(texts(line), !first ? ui.ink.text : r.difference.first ? ui.ink.error : ui.ink.good, width);
    first = false;
  }
}

}  // namespace

void scales_dialog(Ui& ui, const ViewState& view, Requests& requests, bool first) {
  auto& shown = ui.kept<ScalesView>();
  auto asked = view.scale_question;
  const float width = std::min(ui.px(760), ImGui::GetMainViewport()->Size.x * 0.92f);
  dialog_heading(ui, requests, scales_help, width);
  const std::array labels{ui.tr("Kernel reads"), ui.tr("Producer writes"), ui.tr("Problem M,N,K")};
  float column = 0;
  for (const auto* label : labels) column = std::max(column, text_width(ui.fonts.ui, label));
  column += ui.px(12);
  const auto problem_of = [&](Field of) {
    if (shown.found && !*shown.found && shown.found->error().field == of)
      wrapped((*ui.texts)(shown.found->error().problem.message), ui.ink.error, width);
  };
  const auto from = ImGui::GetCursorScreenPos();
  if (first) ImGui::SetKeyboardFocusHere();
  field(ui, labels[0], "##reads", "sm100 nvfp4", asked.reads, column, width);
  problem_of(Field::reads);
  field(ui, labels[1], "##writes", "row-major M x K/16", asked.writes, column, width);
  problem_of(Field::writes);
  field(ui, labels[2], "##problem", "256,128,64", asked.problem, column, width);
  problem_of(Field::problem);
  help_part(ui, scales_help, "question", from, width);
  ImGui::Separator();

  if (!shown.found || shown.of != asked) {
    shown.of = asked;
    shown.found = scale_answer(asked);
    ui.animating = true;  // the answer is drawn in the next frame, with the sizes that it needs
  }
  const auto answer_at = ImGui::GetCursorScreenPos();
  if (*shown.found) say(ui, **shown.found, width);
  help_part(ui, scales_help, "answer", answer_at, width);

  bool put = !first && enter_pressed(ui);
  if (*shown.found) {
    put |= ImGui::Button(ui.tr("Put the picture into the sheet"));
    ImGui::SameLine();
  }
  if (ImGui::Button(ui.tr("Cancel"))) requests.add<close_dialog>();
  if (asked != view.scale_question) requests.add<set_scale_question>(asked);
  if (put && *shown.found) requests.add<put_scale_picture>(asked);
  dialog_help_card(ui, view, requests, scales_help);
}

}  // namespace app
