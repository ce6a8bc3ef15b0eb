#include "app/actions/presenting.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "app/commands/commands.hpp"

using namespace app;

namespace {

Sheet sheet_of(const std::string& text) {
  const auto sheet = parse_sheet("@cutescope 1\n" + text);
  REQUIRE(sheet);
  return *sheet;
}

/// From the first stop, as far as the key leads: "A", "A.1" for its first step, "launch 0".
std::vector<std::string> forwards(App& a) {
  std::vector<std::string> seen;
  const auto note = [&] {
    const auto s = current_stop(a);
    const auto& r = a.result(s.entry);
    seen.push_back(s.position >= 0 ? "launch " + std::to_string(s.position)
                                   : (r.is_note ? "note" : r.name) + (s.step >= 0 ? "." + std::to_string(s.step + 1) : ""));
  };
  go_to(a, first_stop(a));
  note();
  for (int i = 0; i < 200 && next_stop(a, current_stop(a)); ++i) {
    run_command(a, "present.next");
    note();
  }
  return seen;
}

}  // namespace

TEST_CASE("a presentation goes through entries, their steps and then the launch, and back the same way") {
  App a(sheet_of(
      "# One.\nA = (4,2):(2,1)\n# Two.\nn = size(A)\nC = coalesce((2,(1,6)):(1,(6,2)))\nT = <2,2>\n@view hidden\nthr = (2,2):(2,1)\n"
      "@launch tensor=A tile=(2,2) threads=thr element=f32 memory=global\n"));
  REQUIRE(a.launch());
  REQUIRE(run_command(a, "view.present"));
  const auto steps = a.explained(4).steps.size();
  REQUIRE(steps == 4);
  const auto seen = forwards(a);
  std::vector<std::string> wanted{"A", "n", "C", "C.1", "C.2", "C.3", "C.4", "thr"};
  for (std::int64_t i = 0; i <= a.launch()->requests(); ++i) wanted.push_back("launch " + std::to_string(i));
  CHECK(seen == wanted);  // T is hidden

  std::vector<Stop> back;
  for (auto s = std::optional(current_stop(a)); s; s = previous_stop(a, *s)) {
    back.push_back(*s);
    go_to(a, s);
  }
  CHECK(back.size() == wanted.size());
  CHECK(back.back() == Stop{1, -1, -1});
}

TEST_CASE("notes belong to the stop below them, those of a hidden entry too; notes at the end are a stop") {
  App a(sheet_of(
      "# One.\n#\n# Two.\nA = 4:1\n# Of the hidden one.\nT = <2,2>\n@view hidden\n# Three.\nB = 2:1\n# That is all.\n# Really.\n"));
  CHECK(notes_of(a, 3) == "One.\nTwo.");
  CHECK(notes_of(a, 7) == "Of the hidden one.\nThree.");
  CHECK(presented_entries(a) == std::vector<int>{3, 7, 8});
  CHECK(notes_of(a, 8) == "That is all.\nReally.");
  run_command(a, "view.present");
  CHECK(forwards(a) == std::vector<std::string>{"A", "B", "note"});
}

TEST_CASE("whole entries are skipped with up and down") {
  App a(sheet_of("A = (4,2):(2,1)\nC = coalesce((2,(1,6)):(1,(6,2)))\nB = 2:1\n"));
  run_command(a, "view.present");
  go_to(a, Stop{1, 2, -1});
  run_command(a, "present.next_entry");
  CHECK(current_stop(a) == Stop{2, -1, -1});
  run_command(a, "present.next_entry");
  CHECK(current_stop(a) == Stop{2, -1, -1});  // the end
  run_command(a, "present.previous");
  CHECK(current_stop(a) == Stop{1, step_count(a, 1) - 1, -1});
  run_command(a, "present.previous_entry");
  CHECK(current_stop(a) == Stop{0, -1, -1});
  run_command(a, "present.last");
  CHECK(current_stop(a).entry == 2);
  run_command(a, "present.first");
  CHECK(current_stop(a).entry == 0);
}

TEST_CASE("broken entries, integers and empty sheets can be presented") {
  App broken(sheet_of("B = composition(\nn = 3\n(4,4)\n"));
  run_command(broken, "view.present");
  CHECK(forwards(broken) == std::vector<std::string>{"B", "n", ""});
  App empty{Sheet{}};
  CHECK(run_command(empty, "view.present"));
  CHECK(current_stop(empty) == Stop{});
  CHECK(!next_stop(empty, current_stop(empty)));
  for (const char* id : {"present.next", "present.previous", "present.next_entry", "present.first", "present.last"})
    CHECK(run_command(empty, id));
  App notes(sheet_of("# Only\n# words\n"));
  run_command(notes, "view.present");
  CHECK(forwards(notes) == std::vector<std::string>{"note"});
  App blank(sheet_of("\nA = 4:1\n"));
  run_command(blank, "view.present");
  CHECK(current_stop(blank).entry == blank.evaluator().find("A"));
}

TEST_CASE("the end of a presentation leaves the shown entry selected, and the launch as it was") {
  App a(starter_sheet());
  a.selected = 0;
  const auto position = a.sheet().launch.position;
  const bool could_undo = a.can_undo();
  run_command(a, "view.present");
  CHECK(a.selected == 1);  // the note stands above A
  run_command(a, "present.next_entry");
  run_command(a, "present.forward");
  run_command(a, "present.forward");
  CHECK(current_stop(a).position >= 0);
  CHECK(a.sheet().launch.position != position);
  run_command(a, "view.present");
  CHECK(!a.presenting.on);
  CHECK(a.result(a.selected).name == "D");
  CHECK(a.sheet().launch.position == position);
  CHECK(a.can_undo() == could_undo);
  CHECK(!a.unsaved());
  CHECK(!run_command(a, "present.next"));
}

TEST_CASE("the accesses are reached from any entry, and played in the steps that are chosen") {
  App a(starter_sheet());
  run_command(a, "view.present");
  run_command(a, "run.all");
  run_command(a, "present.forward");
  CHECK(current_stop(a).position == 0);
  run_command(a, "present.forward");
  CHECK(current_stop(a).position == 1);
  a.launch_look.step = PlaybackStep::access;
  run_command(a, "present.next");
  CHECK(current_stop(a).position == 4);  // the rest of four blocks' first access
  run_command(a, "present.back");
  CHECK(current_stop(a).position == 0);
  run_command(a, "present.previous");
  CHECK(current_stop(a).position == -1);
  CHECK(a.result(current_stop(a).entry).name == "P");  // the last entry with a card
}

TEST_CASE("the progress line says where one is") {
  App a(sheet_of("A = (4,2):(2,1)\nC = coalesce((2,(1,6)):(1,(6,2)))\n"));
  CHECK(progress_of(a, {0, -1, -1}, presented_entries(a)) == "1 / 2");
  CHECK(progress_of(a, {1, 1, -1}, presented_entries(a)) == "2 / 2 · step 2 of 4");
  App s(starter_sheet());
  CHECK(progress_of(s, {1, -1, 3}, presented_entries(s)) == "4 / 4 · request 3 of 8");
  CHECK(progress_of(s, {2, -1, -1}, presented_entries(s)) == "– / 4");  // T is hidden
}

TEST_CASE("a presentation has a size of its own, and fills the screen if that is wanted") {
  App a(starter_sheet());
  run_command(a, "view.present");
  run_command(a, "view.larger");
  CHECK(a.zoom == 1.0f);
  CHECK(a.presenting.size > 1.05f);
  CHECK(!a.full_screen);
  run_command(a, "view.present");
  run_command(a, "present.full_screen");
  run_command(a, "view.present");
  CHECK(a.full_screen);
  run_command(a, "view.present");
  CHECK(!a.full_screen);
}

TEST_CASE("another sheet's launch stays as it is when its tab is turned to while presenting") {
  App a(starter_sheet());
  a.start_new(sheet_of("A = (8,8):(8,1)\n@launch tensor=A tile=(4,4) threads=(2,4):(4,1) element=f32 memory=global position=3\n"));
  REQUIRE(a.documents().size() == 1);  // the starter sheet was untouched
  run_command(a, "edit.insert");
  a.start_new(starter_sheet());
  REQUIRE(a.documents().size() == 2);
  run_command(a, "view.present");
  a.activate(0);
  CHECK(a.sheet().launch.position == 3);
  run_command(a, "view.present");
  CHECK(a.sheet().launch.position == 3);
}
