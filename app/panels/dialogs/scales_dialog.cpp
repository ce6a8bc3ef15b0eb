#include "app/panels/dialogs/dialogs.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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
  /// Of a file: what was asked when it was looked at.
  ScaleQuestion of_file;
  std::optional<tl::expected<ScaleFileAnswer, ScaleRefusal>> in_file;
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

void say(const Ui& ui, const std::vector<algebra::Message>& lines, bool good, float width) {
  bool first = true;
  for (const auto& line : lines) {
    wrapped((*ui.texts)(line), !first ? ui.ink.text : good ? ui.ink.good : ui.ink.error, width);
    first = false;
  }
}

void say_side(const Ui& ui, const char* what, const ScaleSide& side, float width) {
  wrapped(std::string(ui.tr(what)) + " = " + to_string(side.layout, algebra::Marks::plain), ui.ink.faint, width);
}

void say(const Ui& ui, const ScaleReport& r, float width) {
  say_side(ui, "reads", r.reader, width);
  say_side(ui, "writes", r.producer, width);
  say(ui, said_of(r), !r.difference.first, width);
}

void say(const Ui& ui, const ScaleFileAnswer& a, float width) {
  say_side(ui, "reads", a.reader, width);
  say(ui, said_of(a.verdict, a.reader.unit, a.bytes), a.verdict.wrong == 0, width);
}

/// In the order of ScaleFile.
constexpr std::array known_files{"the same scales in order", "A in f32", "A in f16", "A in bf16"};

/// What is known of the file, a list in the place of a label.
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
  auto& shown = ui.kept<ScalesView>();
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
  const bool looked_at = in_file && shown.in_file && shown.of_file == asked;
  const auto* refusal = in_file ? (looked_at && !*shown.in_file ? &shown.in_file->error() : nullptr)
                                : (shown.found && !*shown.found ? &shown.found->error() : nullptr);
  const auto problem_of = [&](Field of) {
    if (refusal != nullptr && refusal->field == of) wrapped((*ui.texts)(refusal->problem.message), ui.ink.error, width);
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
  const auto file_at = ImGui::GetCursorScreenPos();
  field(ui, labels[3], "##file", "scales.bin", asked.file, column, width);
  problem_of(Field::file);
  if (in_file) {
    known_field(ui, asked, column, width);
    problem_of(Field::known);
  }
  help_part(ui, scales_help, "file", file_at, width);
  ImGui::Separator();

  if (!in_file && (!shown.found || shown.of != asked)) {
    shown.of = asked;
    shown.found = scale_answer(asked);
    ui.animating = true;  // the answer is drawn in the next frame, with the sizes that it needs
  }
  const auto answer_at = ImGui::GetCursorScreenPos();
  const bool answered = in_file ? looked_at && *shown.in_file : shown.found && *shown.found;
  if (answered && in_file) say(ui, **shown.in_file, width);
  else if (answered) say(ui, **shown.found, width);
  else if (in_file && !looked_at) wrapped(ui.tr("The file is read when you ask for it."), ui.ink.hint, width);
  help_part(ui, scales_help, "answer", answer_at, width);

  // Of a file the picture shows the order that was found.
  auto pictured = asked;
  if (answered && in_file && (*shown.in_file)->verdict.written) pictured.writes = (*shown.in_file)->verdict.order;
  bool go = !first && enter_pressed(ui);
  if (answered) go |= ImGui::Button(ui.tr("Put the picture into the sheet"));
  else if (in_file) go |= ImGui::Button(ui.tr("Look at the file"));
  if (answered || in_file) ImGui::SameLine();
  if (ImGui::Button(ui.tr("Cancel"))) requests.add<close_dialog>();
  if (asked != view.scale_question) requests.add<set_scale_question>(asked);
  if (go && answered) {
    requests.add<put_scale_picture>(pictured);
  } else if (go && in_file) {
    shown.of_file = asked;
    shown.in_file = scale_file_answer(asked);
    ui.animating = true;
  }
  dialog_help_card(ui, view, requests, scales_help);
}

}  // namespace app
