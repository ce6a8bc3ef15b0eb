#include "app/actions/predicting.hpp"

#include <doctest/doctest.h>

#include "app/commands/commands.hpp"

using namespace app;

namespace {

App app_of(const std::string& text) {
  const auto sheet = parse_sheet("@cutescope 1\n" + text);
  REQUIRE(sheet);
  return App(*sheet);
}
std::int64_t revealed(const App& a, int entry) { return static_cast<std::int64_t>(prediction_of(a, entry)->revealed.size()); }

}  // namespace

TEST_CASE("values are hidden until they are revealed, by cell, by row, by column, and all") {
  auto a = app_of("A = (4,6):(6,1)\n");
  const auto& d = a.picture(0)->diagram;
  CHECK(!hides_values(a, 0));
  REQUIRE(run_command(a, "teach.predict"));
  CHECK(hides_values(a, 0));
  for (std::int64_t i = 0; i < 24; ++i) CHECK(hides_cell(a, 0, i));
  reveal(a, 0, {d.coordinate(2, 3)});
  CHECK(!hides_cell(a, 0, d.coordinate(2, 3)));
  CHECK(revealed(a, 0) == 1);
  reveal(a, 0, row_of(d, 2, 0));
  CHECK(revealed(a, 0) == 6);
  reveal(a, 0, column_of(d, 0, 0));
  CHECK(revealed(a, 0) == 9);
  CHECK(hides_cell(a, 0, d.coordinate(0, 1)));
  REQUIRE(run_command(a, "teach.reveal"));
  CHECK(!hides_values(a, 0));
  CHECK(!hides_cell(a, 0, d.coordinate(0, 1)));
  CHECK(!run_command(a, "teach.reveal"));
  REQUIRE(run_command(a, "teach.hide_again"));
  CHECK(hides_cell(a, 0, d.coordinate(2, 3)));
  REQUIRE(run_command(a, "teach.predict"));
  CHECK(prediction_of(a, 0) == nullptr);
}

TEST_CASE("the last cell that is revealed ends the hiding; the tally stays") {
  auto a = app_of("A = 3:2\n");
  hide_values(a, 0);
  answer(a, 0, 0, true);
  answer(a, 0, 1, false);
  answer(a, 0, 1, false);
  answer(a, 0, 0, true);  // known already
  CHECK(prediction_of(a, 0)->right == 1);
  CHECK(prediction_of(a, 0)->wrong == 2);
  CHECK(hides_cell(a, 0, 1));
  CHECK(!hides_cell(a, 0, 0));
  reveal(a, 0, {1, 2});
  CHECK(!hides_values(a, 0));
  CHECK(prediction_of(a, 0)->right == 1);
}

TEST_CASE("an answer is compared with what the cell says") {
  auto a = app_of("A = (4,6):(6,1)\nB = (4,6):(6,1)\n@view label=rd\nC = (4,6):(6,1)\n@view label=none\n");
  CHECK(is_label(a.picture(0)->diagram, 1, 2, " 8 "));
  CHECK(!is_label(a.picture(0)->diagram, 1, 2, "9"));
  CHECK(!is_label(a.picture(0)->diagram, 1, 2, ""));
  CHECK(is_label(a.picture(1)->diagram, 1, 2, "(1, 2)"));
  CHECK(is_label(a.picture(2)->diagram, 1, 2, "8"));
  App starter(starter_sheet());
  const int p = starter.evaluator().find("P");
  CHECK(is_label(starter.picture(p)->diagram, 2, 3, "t3 v1"));
  CHECK(!is_label(starter.picture(p)->diagram, 2, 3, "T3V0"));
}

TEST_CASE("what is hidden goes with the entry, and ends when its text changes") {
  auto a = app_of("A = 8:1\nB = 4:2\n");
  a.selected = 1;
  run_command(a, "teach.predict");
  run_command(a, "edit.up");
  CHECK(hides_values(a, 0));
  CHECK(!hides_values(a, 1));
  a.edit([](Sheet& s) { s.entries[0].text = "B = 4:3"; });
  CHECK(!hides_values(a, 0));
}

TEST_CASE("no element of a hidden entry is shown elsewhere") {
  App a(starter_sheet());
  const int d = a.evaluator().find("D");
  CHECK(a.shown_element() == Element{d, 25});  // pinned
  hide_values(a, d);
  CHECK(!a.shown_element());
  a.hover = {d, 3};
  CHECK(!a.shown_element());
  a.hover = {a.evaluator().find("A"), 3};
  CHECK(a.shown_element().coordinate == 3);
}

TEST_CASE("hiding is no edit, and works on large values and not on what has no card") {
  auto a = app_of("G = (1048576,1048576):(1048576,1)\nn = 3\n");
  run_command(a, "teach.predict");
  CHECK(hides_cell(a, 0, std::int64_t{1} << 39));
  const auto row = row_of(a.picture(0)->diagram, 7, 1000);
  CHECK(row.size() <= 4096);
  CHECK(row.front() == a.picture(0)->diagram.coordinate(7, 1000));
  reveal(a, 0, row);
  CHECK(hides_values(a, 0));
  CHECK(!a.unsaved());
  CHECK(!a.can_undo());
  a.selected = 1;
  CHECK(!run_command(a, "teach.predict"));
  auto empty = app_of("");
  CHECK(!run_command(empty, "teach.predict"));
}
