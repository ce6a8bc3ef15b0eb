#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "app/actions/documents.hpp"
#include "app/actions/lessons.hpp"
#include "app/actions/presenting.hpp"
#include "app/actions/slides.hpp"
#include "app/commands/commands.hpp"
#include "tests/folder.hpp"

using namespace app;

namespace {

Sheet sheet_of(const std::string& text) {
  const auto sheet = parse_sheet("@cutescope 1\n" + text);
  REQUIRE(sheet);
  return *sheet;
}

/// From the first stop, as far as the key leads: "A", "A.1" for its first step, "launch 0".
std::vector<std::string> forwards(State& a) {
  std::vector<std::string> seen;
  const auto note = [&] {
    const auto s = current_stop(a.workspace, a.view);
    const auto& r = a.workspace.result(s.entry);
    seen.push_back(s.position >= 0 ? "launch " + std::to_string(s.position)
                                   : (r.is_note ? "note" : r.name) + (s.step >= 0 ? "." + std::to_string(s.step + 1) : ""));
  };
  go_to(a.workspace, a.view, first_stop(a.workspace, a.view));
  note();
  for (int i = 0; i < 200 && next_stop(a.workspace, a.view, current_stop(a.workspace, a.view)); ++i) {
    run_command(a, "present.next");
    note();
  }
  return seen;
}

}  // namespace

TEST_CASE("a presentation goes through entries, their steps and then the launch, and back the same way") {
  State a(sheet_of(
      "# One.\nA = (4,2):(2,1)\n# Two.\nn = size(A)\nC = coalesce((2,(1,6)):(1,(6,2)))\nT = <2,2>\n@view hidden\nthr = (2,2):(2,1)\n"
      "@launch tensor=A tile=(2,2) threads=thr element=f32 memory=global\n"));
  REQUIRE(a.workspace.launch());
  REQUIRE(run_command(a, "view.present"));
  const auto steps = a.workspace.explained(4).steps.size();
  REQUIRE(steps == 4);
  const auto seen = forwards(a);
  std::vector<std::string> wanted{"A", "n", "C", "C.1", "C.2", "C.3", "C.4", "thr"};
  for (std::int64_t i = 0; i <= a.workspace.launch()->requests(); ++i) wanted.push_back("launch " + std::to_string(i));
  CHECK(seen == wanted);  // T is hidden

  std::vector<Stop> back;
  for (auto s = std::optional(current_stop(a.workspace, a.view)); s; s = previous_stop(a.workspace, a.view, *s)) {
    back.push_back(*s);
    go_to(a.workspace, a.view, s);
  }
  CHECK(back.size() == wanted.size());
  CHECK(back.back() == Stop{1, -1, -1});
}

TEST_CASE("notes belong to the stop below them; those of a hidden entry and those at the end are stops of their own") {
  State a(sheet_of(
      "# One.\n#\n# Two.\nA = 4:1\n# Of the hidden one.\nT = <2,2>\n@view hidden\n# Three.\nB = 2:1\n# That is all.\n# Really.\n"));
  CHECK(notes_of(a.workspace, 3) == "One.\nTwo.");
  CHECK(notes_of(a.workspace, 4) == "Of the hidden one.");
  CHECK(notes_of(a.workspace, 7) == "Three.");
  CHECK(presented_entries(a.workspace) == std::vector<int>{3, 4, 7, 8});
  CHECK(notes_of(a.workspace, 8) == "That is all.\nReally.");
  run_command(a, "view.present");
  CHECK(forwards(a) == std::vector<std::string>{"A", "note", "B", "note"});
}

TEST_CASE("a presentation begins with the first stop, or at the selected entry where that is asked for") {
  State a(sheet_of("# One.\nH = 2:1\n@view hidden\nA = (4,2):(2,1)\nB = 2:1\nC = 3:1\n"));
  a.view.selected = 3;
  CHECK(run_command(a, "view.present"));
  CHECK(current_stop(a.workspace, a.view) == Stop{0, -1, -1});
  CHECK_FALSE(run_command(a, "view.present_here"));
  CHECK(run_command(a, "view.present"));
  CHECK_FALSE(a.view.presenting.on);
  a.view.selected = 3;
  CHECK(run_command(a, "view.present_here"));
  CHECK(current_stop(a.workspace, a.view) == Stop{3, -1, -1});
}

TEST_CASE("whole entries are skipped with up and down") {
  State a(sheet_of("A = (4,2):(2,1)\nC = coalesce((2,(1,6)):(1,(6,2)))\nB = 2:1\n"));
  run_command(a, "view.present");
  go_to(a.workspace, a.view, Stop{1, 2, -1});
  run_command(a, "present.next_entry");
  CHECK(current_stop(a.workspace, a.view) == Stop{2, -1, -1});
  run_command(a, "present.next_entry");
  CHECK(current_stop(a.workspace, a.view) == Stop{2, -1, -1});  // the end
  run_command(a, "present.previous");
  CHECK(current_stop(a.workspace, a.view) == Stop{1, steps_of(a.workspace, a.view, 1).stops.back(), -1});
  run_command(a, "present.previous_entry");
  CHECK(current_stop(a.workspace, a.view) == Stop{0, -1, -1});
  run_command(a, "present.last");
  CHECK(current_stop(a.workspace, a.view).entry == 2);
  run_command(a, "present.first");
  CHECK(current_stop(a.workspace, a.view).entry == 0);
}

TEST_CASE("broken entries, integers and empty sheets can be presented") {
  State broken(sheet_of("B = composition(\nn = 3\n(4,4)\n"));
  run_command(broken, "view.present");
  CHECK(forwards(broken) == std::vector<std::string>{"B", "n", ""});
  State empty{Sheet{}};
  CHECK(run_command(empty, "view.present"));
  CHECK(current_stop(empty.workspace, empty.view) == Stop{});
  CHECK(!next_stop(empty.workspace, empty.view, current_stop(empty.workspace, empty.view)));
  for (const char* id : {"present.next", "present.previous", "present.next_entry", "present.first", "present.last"})
    CHECK(run_command(empty, id));
  State notes(sheet_of("# Only\n# words\n"));
  run_command(notes, "view.present");
  CHECK(forwards(notes) == std::vector<std::string>{"note"});
  State blank(sheet_of("\nA = 4:1\n"));
  run_command(blank, "view.present");
  CHECK(current_stop(blank.workspace, blank.view).entry == blank.workspace.evaluator().find("A"));
}

TEST_CASE("the end of a presentation leaves the shown entry selected, and the launch as it was") {
  State a(starter_sheet());
  a.view.selected = 0;
  const auto position = a.workspace.sheet().launch.position;
  const bool could_undo = a.workspace.can_undo();
  run_command(a, "view.present");
  CHECK(a.view.selected == 1);  // the note stands above A
  run_command(a, "present.next_entry");
  run_command(a, "present.forward");
  run_command(a, "present.forward");
  CHECK(current_stop(a.workspace, a.view).position >= 0);
  CHECK(a.workspace.sheet().launch.position != position);
  run_command(a, "view.present");
  CHECK(!a.view.presenting.on);
  CHECK(a.workspace.result(a.view.selected).name == "D");
  CHECK(a.workspace.sheet().launch.position == position);
  CHECK(a.workspace.can_undo() == could_undo);
  CHECK(!a.workspace.unsaved());
  CHECK(!run_command(a, "present.next"));
}

TEST_CASE("the accesses are reached from any entry, and played in the steps that are chosen") {
  State a(starter_sheet());
  run_command(a, "view.present");
  run_command(a, "run.all");
  run_command(a, "present.forward");
  CHECK(current_stop(a.workspace, a.view).position == 0);
  run_command(a, "present.forward");
  CHECK(current_stop(a.workspace, a.view).position == 1);
  a.view.playback.step = gpu::PlaybackStep::access;
  run_command(a, "present.next");
  CHECK(current_stop(a.workspace, a.view).position == 4);  // the rest of four blocks' first access
  run_command(a, "present.back");
  CHECK(current_stop(a.workspace, a.view).position == 0);
  run_command(a, "present.previous");
  CHECK(current_stop(a.workspace, a.view).position == -1);
  CHECK(a.workspace.result(current_stop(a.workspace, a.view).entry).name == "P");  // the last entry with a card
}

TEST_CASE("the progress line says where one is") {
  State a(sheet_of("A = (4,2):(2,1)\nC = coalesce((2,(1,6)):(1,(6,2)))\n"));
  CHECK(progress_of(a.workspace, a.view, {0, -1, -1}, presented_entries(a.workspace)) == "1 / 2");
  CHECK(progress_of(a.workspace, a.view, {1, 1, -1}, presented_entries(a.workspace)) == "2 / 2 · step 2 of 4");
  State s(starter_sheet());
  CHECK(progress_of(s.workspace, s.view, {1, -1, 3}, presented_entries(s.workspace)) == "4 / 4 · request 3 of 8");
  CHECK(progress_of(s.workspace, s.view, {2, -1, -1}, presented_entries(s.workspace)) == "– / 4");  // T is hidden
}

TEST_CASE("a presentation has a size of its own, and fills the screen if that is wanted") {
  State a(starter_sheet());
  run_command(a, "view.present");
  run_command(a, "view.larger");
  CHECK(a.view.zoom == 1.0f);
  CHECK(a.view.presenting.size > 1.05f);
  CHECK(!a.host.full_screen);
  run_command(a, "view.present");
  run_command(a, "present.full_screen");
  run_command(a, "view.present");
  CHECK(a.host.full_screen);
  run_command(a, "view.present");
  CHECK(!a.host.full_screen);
}

TEST_CASE("another sheet's launch stays as it is when its tab is turned to while presenting") {
  State a(starter_sheet());
  start_sheet(a.workspace, a.view,
              sheet_of("A = (8,8):(8,1)\n@launch tensor=A tile=(4,4) threads=(2,4):(4,1) element=f32 memory=global position=3\n"));
  REQUIRE(a.workspace.documents().size() == 1);  // the starter sheet was untouched
  run_command(a, "edit.insert");
  start_sheet(a.workspace, a.view, starter_sheet());
  REQUIRE(a.workspace.documents().size() == 2);
  run_command(a, "view.present");
  show_document(a.workspace, a.view, 0);
  CHECK(a.workspace.sheet().launch.position == 3);
  run_command(a, "view.present");
  CHECK(a.workspace.sheet().launch.position == 3);
}

TEST_CASE("key stages are the first, those where the layout changes, and the last; at most six") {
  for (const char* text : {"zipped_divide((8,8):(8,1),<4:1,4:1>)", "composition((6,2):(8,2),(4,3):(3,1))",
                           "coalesce((2,2,2,2,2,2,2,2,2,2):(1,2,4,8,16,64,128,256,512,2048))", "coalesce((2,(1,6)):(1,(6,2)))"}) {
    State a(sheet_of(std::string("R = ") + text + "\n"));
    const auto& steps = a.workspace.explained(0).steps;
    const auto keys = key_stages(steps);
    CHECK_MESSAGE(keys.back() == static_cast<int>(steps.size()) - 1, text);
    CHECK(std::is_sorted(keys.begin(), keys.end()));
    if (steps.size() <= 5) {
      CHECK(keys.size() == steps.size());
      continue;
    }
    CHECK(keys.size() >= 3);
    CHECK(keys.size() <= 6);
    for (std::size_t k = 1; k + 1 < keys.size(); ++k) {
      const auto& stage = steps[static_cast<std::size_t>(keys[k])].stage;
      REQUIRE(stage);
      const auto& before = steps[static_cast<std::size_t>(keys[k - 1])].stage;
      CHECK((!before || *stage != *before));
    }
  }
}

TEST_CASE("the slides of a lesson are a PDF: each stop a page, with what the window's slide says") {
  const Folder folder;
  const auto path = folder.at("slides.pdf");
  State a(
      sheet_of("# One.\nA = (4,2):(2,1)\nC = coalesce((2,(1,6)):(1,(6,2)))\nT = <2,2>\n@view hidden\nthr = (2,2):(2,1)\n"
               "@launch tensor=A tile=(2,2) threads=thr element=f32 memory=global\n"));
  const auto pages = write_slides(a.workspace, a.view, render::ThemeName::print, path);
  REQUIRE(pages);
  CHECK(*pages == 8);  // A, C and its four steps, thr, and the launch
  const auto pdf = folder.text("slides.pdf");
  CHECK(pdf.starts_with("%PDF"));
  CHECK(pdf.find("/Count 8") != std::string::npos);
  const auto said = words_of_slide(a.workspace, a.view, {1, -1, -1});
  REQUIRE(said.size() == 3);
  CHECK(said[0].text == "One.");
  CHECK(said[1].text == "A = (4,2):(2,1)");
  CHECK(words_of_slide(a.workspace, a.view, {2, 1, -1}).front().is == SlideWords::value);
  State empty{Sheet{}};
  CHECK_FALSE(write_slides(empty.workspace, empty.view, render::ThemeName::print, path));
  CHECK_FALSE(write_slides(a.workspace, a.view, render::ThemeName::print, folder.at("none/slides.pdf")));
}

TEST_CASE("an exercise's slides tell the task, its hints one by one, and the answer") {
  State a{Sheet{}};
  open_lesson(a.workspace, a.view, 1);
  int asked = -1;
  for (int i = 0; i < static_cast<int>(a.workspace.sheet().entries.size()) && asked < 0; ++i)
    if (asked_exercise(a.workspace, i) >= 0) asked = i;
  REQUIRE(asked >= 0);
  const auto& exercise = a.workspace.sheet().exercises[static_cast<std::size_t>(asked_exercise(a.workspace, asked))];
  const auto hints = static_cast<int>(exercise.hints.size());
  REQUIRE(hints > 0);
  const auto task = words_of_slide(a.workspace, a.view, {asked, -1, -1});
  CHECK(task.back().text == exercise.task);
  CHECK(words_of_slide(a.workspace, a.view, {asked, 0, -1}).back().text == exercise.hints[0]);
  CHECK(words_of_slide(a.workspace, a.view, {asked, hints, -1}).back().text == exercise.entry + " = " + exercise.answer);
  CHECK(answer_of_exercise(a.workspace, asked, asked_exercise(a.workspace, asked)).picture);
}
