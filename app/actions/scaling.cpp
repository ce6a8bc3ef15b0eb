#include "app/actions/scaling.hpp"

#include <string>
#include <vector>

#include "app/actions/sheet_edits.hpp"
#include "app/document/written_call.hpp"

namespace app {

void set_scale_question(ViewState& view, const ScaleQuestion& question) { view.scale_question = question; }

void put_scale_picture(Workspace& workspace, ViewState& view, const ScaleQuestion& question) {
  const auto report = scale_answer(question);
  if (!report) return;
  std::vector<std::string> given;
  const auto named = [&](const char* wanted) {
    const bool taken = workspace.evaluator().find(wanted) >= 0;
    given.push_back(taken ? unused_name(workspace.evaluator(), given) : wanted);
    return given.back();
  };
  PictureNames names;
  names.matrix = named("A");
  names.reads = named("SF");
  names.read = named("R");
  names.writes = named("P");
  names.written = named("W");
  insert_entries(workspace, view, picture_lines(*report, names));
  view.dialog = Dialog::none;
}

bool ScaleAnswers::follow(const ScaleQuestion& question) {
  if (!question.file.empty() || (found && of == question)) return false;
  of = question;
  found = scale_answer(question);
  return true;
}

void ScaleAnswers::look_at_file(const ScaleQuestion& question) {
  of_file = question;
  in_file = scale_file_answer(question);
}

const ScaleRefusal* ScaleAnswers::refusal(const ScaleQuestion& question) const {
  if (!question.file.empty()) return looked_at(question) && !*in_file ? &in_file->error() : nullptr;
  return found && !*found ? &found->error() : nullptr;
}

std::vector<ToldRow> ScaleAnswers::words(const ScaleQuestion& question, const Texts& texts) const {
  Told said(texts);
  const auto side = [&](const char* what, const ScaleSide& of_side) {
    said.words(std::string(said.tr(what)) + " = " + to_string(of_side.layout, algebra::Marks::plain), Tone::faint);
  };
  const auto verdict = [&](const std::vector<algebra::Message>& lines, bool good) {
    for (std::size_t i = 0; i < lines.size(); ++i) said.words(texts(lines[i]), i > 0 ? Tone::text : good ? Tone::good : Tone::error);
  };
  if (question.file.empty()) {
    if (!found || !*found) return said.rows;
    side("reads", (*found)->reader);
    side("writes", (*found)->producer);
    verdict(said_of(**found), !(*found)->difference.first);
  } else if (!looked_at(question)) {
    said.words(said.tr("The file is read when you ask for it."), Tone::hint);
  } else if (*in_file) {
    const auto& a = **in_file;
    side("reads", a.reader);
    verdict(said_of(a.verdict, a.reader.unit, a.bytes), a.verdict.wrong == 0);
  }
  return said.rows;
}

std::optional<ScaleQuestion> ScaleAnswers::pictured(const ScaleQuestion& question) const {
  if (question.file.empty()) return found && *found ? std::optional(question) : std::nullopt;
  if (!looked_at(question) || !*in_file) return std::nullopt;
  auto shown = question;
  if ((*in_file)->verdict.written) shown.writes = (*in_file)->verdict.order;
  return shown;
}

}  // namespace app
