#include <doctest/doctest.h>

#include "app/actions/pointer.hpp"
#include "app/actions/predicting.hpp"
#include "app/commands/commands.hpp"

using namespace app;

namespace {

State app_of(const std::string& text) {
  const auto sheet = parse_sheet("@cutescope 1\n" + text);
  REQUIRE(sheet);
  return State(*sheet);
}
std::int64_t revealed(const State& a, int entry) {
  return static_cast<std::int64_t>(prediction_of(a.workspace, a.view, entry)->revealed.size());
}

}  // namespace

TEST_CASE("values are hidden until they are revealed, by cell, by row, by column, and all") {
  auto a = app_of("A = (4,6):(6,1)\n");
  const auto& d = a.workspace.picture(0)->diagram;
  CHECK(!hides_values(a.workspace, a.view, 0));
  REQUIRE(run_command(a, "teach.predict"));
  CHECK(hides_values(a.workspace, a.view, 0));
  for (std::int64_t i = 0; i < 24; ++i) CHECK(hides_cell(a.workspace, a.view, 0, i));
  reveal(a.workspace, a.view, 0, {d.coordinate(2, 3)});
  CHECK(!hides_cell(a.workspace, a.view, 0, d.coordinate(2, 3)));
  CHECK(revealed(a, 0) == 1);
  reveal(a.workspace, a.view, 0, row_of(d, 2, 0));
  CHECK(revealed(a, 0) == 6);
  reveal(a.workspace, a.view, 0, column_of(d, 0, 0));
  CHECK(revealed(a, 0) == 9);
  CHECK(hides_cell(a.workspace, a.view, 0, d.coordinate(0, 1)));
  REQUIRE(run_command(a, "teach.reveal"));
  CHECK(!hides_values(a.workspace, a.view, 0));
  CHECK(!hides_cell(a.workspace, a.view, 0, d.coordinate(0, 1)));
  CHECK(!run_command(a, "teach.reveal"));
  REQUIRE(run_command(a, "teach.hide_again"));
  CHECK(hides_cell(a.workspace, a.view, 0, d.coordinate(2, 3)));
  REQUIRE(run_command(a, "teach.predict"));
  CHECK(prediction_of(a.workspace, a.view, 0) == nullptr);
}

TEST_CASE("the last cell that is revealed ends the hiding; the tally stays") {
  auto a = app_of("A = 3:2\n");
  hide_values(a.workspace, a.view, 0);
  app::answer(a.workspace, a.view, 0, 0, true);
  app::answer(a.workspace, a.view, 0, 1, false);
  app::answer(a.workspace, a.view, 0, 1, false);
  app::answer(a.workspace, a.view, 0, 0, true);  // known already
  CHECK(prediction_of(a.workspace, a.view, 0)->right == 1);
  CHECK(prediction_of(a.workspace, a.view, 0)->wrong == 2);
  CHECK(hides_cell(a.workspace, a.view, 0, 1));
  CHECK(!hides_cell(a.workspace, a.view, 0, 0));
  reveal(a.workspace, a.view, 0, {1, 2});
  CHECK(!hides_values(a.workspace, a.view, 0));
  CHECK(prediction_of(a.workspace, a.view, 0)->right == 1);
}

TEST_CASE("an answer is compared with what the cell says") {
  auto a = app_of("A = (4,6):(6,1)\nB = (4,6):(6,1)\n@view label=rd\nC = (4,6):(6,1)\n@view label=none\n");
  CHECK(is_label(a.workspace.picture(0)->diagram, 1, 2, " 8 "));
  CHECK(!is_label(a.workspace.picture(0)->diagram, 1, 2, "9"));
  CHECK(!is_label(a.workspace.picture(0)->diagram, 1, 2, ""));
  CHECK(is_label(a.workspace.picture(1)->diagram, 1, 2, "(1, 2)"));
  CHECK(is_label(a.workspace.picture(2)->diagram, 1, 2, "8"));
  State starter(starter_sheet());
  const int p = starter.workspace.evaluator().find("P");
  CHECK(is_label(starter.workspace.picture(p)->diagram, 2, 3, "t3 v1"));
  CHECK(!is_label(starter.workspace.picture(p)->diagram, 2, 3, "T3V0"));
}

TEST_CASE("what is hidden goes with the entry, and ends when its text changes") {
  auto a = app_of("A = 8:1\nB = 4:2\n");
  a.view.selected = 1;
  run_command(a, "teach.predict");
  run_command(a, "edit.up");
  CHECK(hides_values(a.workspace, a.view, 0));
  CHECK(!hides_values(a.workspace, a.view, 1));
  a.workspace.edit("edit", [](Sheet& s) { s.entries[0].text = "B = 4:3"; });
  CHECK(!hides_values(a.workspace, a.view, 0));
}

TEST_CASE("no element of a hidden entry is shown elsewhere") {
  State a(starter_sheet());
  const int d = a.workspace.evaluator().find("D");
  CHECK(shown_element(a.workspace, a.view) == Element{d, 25});  // pinned
  hide_values(a.workspace, a.view, d);
  CHECK(!shown_element(a.workspace, a.view));
  a.view.hover = {d, 3};
  CHECK(!shown_element(a.workspace, a.view));
  a.view.hover = {a.workspace.evaluator().find("A"), 3};
  CHECK(shown_element(a.workspace, a.view).coordinate == 3);
}

TEST_CASE("hiding is no edit, and works on large values and not on what has no card") {
  auto a = app_of("G = (1048576,1048576):(1048576,1)\nn = 3\n");
  run_command(a, "teach.predict");
  CHECK(hides_cell(a.workspace, a.view, 0, std::int64_t{1} << 39));
  const auto row = row_of(a.workspace.picture(0)->diagram, 7, 1000);
  CHECK(row.size() <= 4096);
  CHECK(row.front() == a.workspace.picture(0)->diagram.coordinate(7, 1000));
  reveal(a.workspace, a.view, 0, row);
  CHECK(hides_values(a.workspace, a.view, 0));
  CHECK(!a.workspace.unsaved());
  CHECK(!a.workspace.can_undo());
  a.view.selected = 1;
  CHECK(!run_command(a, "teach.predict"));
  auto empty = app_of("");
  CHECK(!run_command(empty, "teach.predict"));
}
