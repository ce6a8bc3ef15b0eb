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

}  // namespace app
