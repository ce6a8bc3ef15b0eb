// Entries as a whole: chosen, moved, copied, called; and what undo leaves of them.

#include <doctest/doctest.h>

#include "algebra/language/vocabulary.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/commands/commands.hpp"
#include "tests/app/sheets.hpp"

using namespace app;

namespace {

std::string texts(const State& a) {
  std::string all;
  for (const auto& e : a.workspace.sheet().entries) all += (all.empty() ? "" : " | ") + e.text;
  return all;
}
std::string text(const State& a, int entry) { return a.workspace.sheet().entries[static_cast<std::size_t>(entry)].text; }

}  // namespace

TEST_CASE("an entry moves past others in one step, and names keep resolving") {
  auto a = app_test::app_with("A = 8:1\nB = composition(A, 4:2)\nC = 3:1\n");
  move_entry(a.workspace, a.view, 0, 3);
  CHECK(texts(a) == "B = composition(A, 4:2) | C = 3:1 | A = 8:1");
  CHECK(a.view.selected == 2);
  CHECK(a.workspace.result(0).evaluation);
  move_entry(a.workspace, a.view, 2, 1);
  CHECK(texts(a) == "B = composition(A, 4:2) | A = 8:1 | C = 3:1");
  undo(a.workspace, a.view);
  undo(a.workspace, a.view);
  CHECK(texts(a) == "A = 8:1 | B = composition(A, 4:2) | C = 3:1");
  CHECK(!a.workspace.can_undo());
  move_entry(a.workspace, a.view, 1, 1);
  move_entry(a.workspace, a.view, 1, 2);
  move_entry(a.workspace, a.view, 7, 0);
  CHECK(!a.workspace.can_undo());
}

TEST_CASE("a copy stands below, has a free name, and nothing that was defined twice") {
  auto a = app_test::app_with("A = 8:1\nA1 = 4:1\n# note\n(3,2)\n");
  a.view.selected = 0;
  REQUIRE(run_command(a, "edit.duplicate"));
  CHECK(text(a, 1) == "A2 = 8:1");
  CHECK(a.view.selected == 1);
  duplicate_entry(a.workspace, a.view, 2);
  CHECK(text(a, 3) == "A3 = 4:1");
  duplicate_entry(a.workspace, a.view, 4);
  CHECK(text(a, 5) == "# note");
  CHECK(a.workspace.evaluator().problems() == 0);
  undo(a.workspace, a.view);
  undo(a.workspace, a.view);
  undo(a.workspace, a.view);
  CHECK(texts(a) == "A = 8:1 | A1 = 4:1 | # note | (3,2)");
}

TEST_CASE("chosen entries are arguments in the order of choosing, until places change") {
  auto a = app_test::app_with("A = (8,8):(8,1)\nT = <4,4>\n# note\nB = 4:1\n");
  a.view.selected = 1;
  CHECK(chosen_entries(a.workspace, a.view) == std::vector<int>{1});
  choose_entry(a.workspace, a.view, 0, Choose::toggle);
  CHECK(chosen_entries(a.workspace, a.view) == std::vector<int>{1, 0});
  choose_entry(a.workspace, a.view, 1, Choose::toggle);
  choose_entry(a.workspace, a.view, 1, Choose::toggle);
  CHECK(chosen_entries(a.workspace, a.view) == std::vector<int>{0, 1});
  insert_call(a.workspace, a.view, "zipped_divide");
  CHECK(text(a, a.view.selected) == "C = zipped_divide(A, T)");
  CHECK(a.workspace.result(a.view.selected).evaluation);
  CHECK(chosen_entries(a.workspace, a.view) == std::vector<int>{a.view.selected});

  a.view.selected = 0;
  choose_entry(a.workspace, a.view, 4, Choose::up_to);
  CHECK(chosen_entries(a.workspace, a.view) == std::vector<int>{0, 1, 2, 4});  // not the note
  delete_entry(a.workspace, 4);
  CHECK(chosen_entries(a.workspace, a.view) == std::vector<int>{0});
  choose_entry(a.workspace, a.view, 1, Choose::only);
  CHECK(a.view.selected == 1);
}

TEST_CASE("a call without all arguments has the missing one selected, with a value that works") {
  auto a = app_test::app_with("A = (8,8):(8,1)\nthr = (2,4):(4,1)\nodd = 7:1\n");
  const auto written = [&](std::string_view function, std::vector<int> arguments) {
    const auto call = call_of(a.workspace, function, arguments);
    auto shown = call.text;
    if (call.placeholder) shown.insert(call.placeholder->end, "]"), shown.insert(call.placeholder->begin, "[");
    return shown;
  };
  CHECK(written("zipped_divide", {0}) == "B = zipped_divide(A, [<4:1, 2:1>])");
  CHECK(written("logical_divide", {2}) != "B = logical_divide(odd, [4:2])");  // 2 does not divide 7
  CHECK(written("coalesce", {0}) == "B = coalesce(A)");
  CHECK(written("local_tile", {0}) == "B = local_tile(A, [(4,4)], (0,1))");
  CHECK(written("local_partition", {0, 1}) == "B = local_partition(A, thr, [5])");
  CHECK(written("size", {0}) == "B = size(A)");
  a.view.selected = 0;
  insert_call(a.workspace, a.view, "zipped_divide");
  REQUIRE(a.view.sheet_view.cursor);
  CHECK(a.view.sheet_view.cursor->entry == a.view.selected);
  CHECK(text(a, a.view.selected)
            .substr(a.view.sheet_view.cursor->anchor, a.view.sheet_view.cursor->cursor - a.view.sheet_view.cursor->anchor) == "<4:1, 2:1>");
  CHECK(a.view.focus_entry == a.view.selected);
}

TEST_CASE("a call gives the entry that it uses a name, in one step of undo") {
  auto a = app_test::app_with("(4,8):(8,1)\n");
  a.view.selected = 0;
  insert_call(a.workspace, a.view, "logical_divide");
  CHECK(texts(a) == "A = (4,8):(8,1) | B = logical_divide(A, 4:2)");
  CHECK(a.workspace.result(1).evaluation);
  undo(a.workspace, a.view);
  CHECK(texts(a) == "(4,8):(8,1)");
}

TEST_CASE("every function can be inserted with nothing chosen, and with two entries") {
  auto a = app_test::app_with("A = (8,8):(8,1)\nT = <4,4>\n");
  int refused = 0;
  for (const auto& f : algebra::functions())
    for (const std::vector<int>& arguments : {std::vector<int>{}, {0}, {0, 1}}) {
      const auto call = call_of(a.workspace, f.name, arguments);
      INFO(call.text);
      const auto line = algebra::split_line(call.text);
      REQUIRE(line);
      const auto e = a.workspace.evaluator().evaluate(line->expression);
      if (!e) CHECK(e.error().problem.condition != "syntax");
      // A method needs its object.
      if (!e && arguments.empty() && !line->expression.starts_with("A.")) {
        MESSAGE(call.text);
        ++refused;
      }
      if (call.placeholder) CHECK(call.placeholder->end <= call.text.size());
    }
  CHECK(refused == 0);
}

TEST_CASE("a drag is one step; taking it back leaves none, and neither does coming back to where it began") {
  auto a = app_test::app_with("A = (8,8):(8,1)\n");
  for (int v = 9; v <= 20; ++v) set_number(a.workspace, 0, 0, v, "drag 0 0");
  a.workspace.seal_edit();
  CHECK(text(a, 0) == "A = (20,8):(8,1)");
  undo(a.workspace, a.view);
  CHECK(text(a, 0) == "A = (8,8):(8,1)");
  CHECK(!a.workspace.can_undo());
  redo(a.workspace, a.view);
  CHECK(text(a, 0) == "A = (20,8):(8,1)");

  set_number(a.workspace, 0, 1, 3, "drag 0 1");
  set_number(a.workspace, 0, 1, 5, "drag 0 1");
  a.workspace.cancel_edit("drag 0 1");
  CHECK(text(a, 0) == "A = (20,8):(8,1)");
  CHECK(!a.workspace.can_redo());
  a.workspace.cancel_edit("drag 0 1");
  CHECK(text(a, 0) == "A = (20,8):(8,1)");

  set_number(a.workspace, 0, 1, 3, "drag 0 1");
  set_number(a.workspace, 0, 1, 8, "drag 0 1");
  a.workspace.seal_edit();
  undo(a.workspace, a.view);
  CHECK(text(a, 0) == "A = (8,8):(8,1)");
  CHECK(!a.workspace.can_undo());
}

TEST_CASE("while a number is dragged only what depends on it is evaluated") {
  State a(starter_sheet());
  set_number(a.workspace, 5, 0, 3, "drag");  // thr
  CHECK(text(a, 5) == "thr = (3,4):(4,1)");
  CHECK(a.workspace.evaluator().evaluated() == 2);
}

TEST_CASE("undo while typing keeps the cursor in the entry, at the change") {
  auto a = app_test::app_with("A = 8:1\nB = 4:1\n");
  a.view.sheet_view.typed_in = 1;
  a.workspace.edit(
      "edit", [](Sheet& s) { s.entries[1].text = "B = 4:12"; }, "text 1");
  a.workspace.seal_edit();
  undo(a.workspace, a.view);
  CHECK(a.view.focus_entry == 1);
  REQUIRE(a.view.sheet_view.cursor);
  CHECK(a.view.sheet_view.cursor->cursor == 7);
  a.view.focus_entry = -1;
  redo(a.workspace, a.view);
  CHECK(a.view.focus_entry == 1);
  CHECK(a.view.sheet_view.cursor->cursor == 8);
  CHECK(a.view.selected == 1);

  // The entry that was typed in goes away with the step that made it.
  auto b = app_test::app_with("A = 8:1\nB = 4:1\n");
  b.view.selected = 0;
  insert_entry(b.workspace, b.view, "");
  b.view.focus_entry = -1;
  b.view.sheet_view.typed_in = 1;
  undo(b.workspace, b.view);
  CHECK(b.view.focus_entry == -1);
  CHECK(b.view.sheet_view.typed_in == -1);

  // One further down moves up.
  auto c = app_test::app_with("A = 8:1\nB = 4:1\n");
  c.view.selected = 0;
  insert_entry(c.workspace, c.view, "C = 1");
  c.view.focus_entry = -1;
  c.view.sheet_view.typed_in = 2;
  undo(c.workspace, c.view);
  CHECK(c.view.focus_entry == 1);
}

TEST_CASE("Alt+Up and Alt+Down are commands") {
  auto a = app_test::app_with("A = 8:1\nB = 4:1\n");
  const auto* down = command_for({264, false, false, true});
  REQUIRE(down != nullptr);
  a.view.selected = 0;
  down->run(a);
  CHECK(texts(a) == "B = 4:1 | A = 8:1");
  CHECK(to_string(down->shortcut) == "Alt+↓");
}

TEST_CASE("who is the first of a name changes with the order, and messages name no line that may move") {
  auto a = app_test::app_with("A = 8:1\nA = 4:1\nB = composition(A, 2:1)\nC = nothing\nD = C\n");
  CHECK(a.workspace.result(1).problem);
  const std::string of_d = "C has no value: its own entry says why.";
  CHECK(a.workspace.result(4).problem->problem.message.text() == of_d);
  move_entry(a.workspace, a.view, 1, 0);
  CHECK(!a.workspace.result(0).problem);
  REQUIRE(a.workspace.result(1).problem);
  CHECK(a.workspace.result(1).problem->problem.message.text() == "A is already defined above.");
  move_entry(a.workspace, a.view, 3, 0);
  REQUIRE(a.workspace.result(4).problem);
  CHECK(a.workspace.result(4).problem->problem.message.text() == of_d);
  delete_entry(a.workspace, 1);
  CHECK(!a.workspace.result(1).problem);  // the other A is the first now
  CHECK(a.workspace.result(2).evaluation);
}
