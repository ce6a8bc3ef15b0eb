#include "app/panels/dialogs/dialogs.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "app/actions/looking.hpp"
#include "app/actions/scaling.hpp"
#include "app/panels/dialogs/dialog_help.hpp"
#include "app/ui/menus.hpp"
#include "app/ui/rows.hpp"

namespace app {

namespace {

using ScaleField = ScaleRefusal::Field;

constexpr DialogHelp scales_help{"Where is my scale?", "scales", "scales", "where-is-my-scale"};

/// Draws a line of the form: label and field.
bool field(const Ui& ui, const char* label, const char* id, const char* hint, std::string& text, float labels, float width) {
  const float left = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(label);
  ImGui::SameLine(left + labels);
  return code_field(ui, id, hint, text, width - labels);
}

/// In the order of ScaleFile.
constexpr std::array known_files{"the same scales in order", "A in f32", "A in f16", "A in bf16"};

/// Draws the kind of the file as a list, in the label's place.
void known_field(const Ui& ui, ScaleQuestion& asked, float labels, float width) {
  const float left = ImGui::GetCursorPosX();
  const auto at = static_cast<std::size_t>(asked.known_as);
  {
    const DropDown list(ui, "##known_as", ui.fonts.ui, ui.tr(known_files[at]), labels - ui.px(12));
    for (std::size_t i = 0; list && i < known_files.size(); ++i)
      if (list.option(ui.tr(known_files[i]), i == at)) asked.known_as = static_cast<ScaleFile>(i);
  }
  ImGui::SameLine(left + labels);
  code_field(ui, "##known", "scales.bin", asked.known, width - labels);
}

}  // namespace

void scales_dialog(Ui& ui, const ViewState& view, Requests& requests, bool first) {
  auto& shown = ui.kept<ScaleAnswers>();
  auto asked = view.scale_question;
  const float width = std::min(ui.px(760), ImGui::GetMainViewport()->Size.x * 0.92f);
  dialog_heading(ui, requests, scales_help, width);
  const std::array labels{ui.tr("Kernel reads"), ui.tr("Producer writes"), ui.tr("Problem M,N,K"), ui.tr("File of scales")};
  const bool in_file = !asked.file.empty();
  float column = 0;
  if (in_file)
    for (const auto* known : known_files) column = std::max(column, text_width(ui.fonts.ui, ui.tr(known)) + ImGui::GetFrameHeight());
  for (const auto* label : labels) column = std::max(column, text_width(ui.fonts.ui, label));
  column += ui.px(12);
  const auto* refusal = shown.refusal(asked);
  const auto problem_of = [&](ScaleField of) {
    if (refusal != nullptr && refusal->field == of) wrapped((*ui.texts)(refusal->problem.message), ui.ink.error, width);
  };
  const auto from = ImGui::GetCursorScreenPos();
  if (first) ImGui::SetKeyboardFocusHere();
  field(ui, labels[0], "##reads", "sm100 nvfp4", asked.reads, column, width);
  problem_of(ScaleField::reads);
  field(ui, labels[1], "##writes", "row-major M x K/16", asked.writes, column, width);
  problem_of(ScaleField::writes);
  field(ui, labels[2], "##problem", "256,128,64", asked.problem, column, width);
  problem_of(ScaleField::problem);
  help_part(ui, scales_help, "question", from, width);
  const auto file_at = ImGui::GetCursorScreenPos();
  field(ui, labels[3], "##file", "scales.bin", asked.file, column, width);
  problem_of(ScaleField::file);
  if (in_file) {
    known_field(ui, asked, column, width);
    problem_of(ScaleField::known);
  }
  help_part(ui, scales_help, "file", file_at, width);
  ImGui::Separator();

  if (shown.follow(asked)) ui.animating = true;  // draw the next frame, in which the dialog has its new size
  const auto answer_at = ImGui::GetCursorScreenPos();
  for (const auto& said : shown.words(asked, *ui.texts)) wrapped(said.label, ink_of(ui.ink, said.tone), width);
  help_part(ui, scales_help, "answer", answer_at, width);

  const auto pictured = shown.pictured(asked);
  const bool answered = pictured.has_value();
  bool go = !first && enter_pressed(ui);
  if (answered) go |= ImGui::Button(ui.tr("Put the picture into the sheet"));
  else if (in_file) go |= ImGui::Button(ui.tr("Look at the file"));
  if (answered || in_file) ImGui::SameLine();
  if (ImGui::Button(ui.tr("Cancel"))) requests.add<close_dialog>();
  if (asked != view.scale_question) requests.add<set_scale_question>(asked);
  if (go && answered) {
    requests.add<put_scale_picture>(*pictured);
  } else if (go && in_file) {
    shown.look_at_file(asked);
    ui.animating = true;
  }
  dialog_help_card(ui, view, requests, scales_help);
}

}  // namespace app
