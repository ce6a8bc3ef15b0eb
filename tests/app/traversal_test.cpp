#include <doctest/doctest.h>

#include <set>

#include "app/actions/pointer.hpp"
#include "app/actions/predicting.hpp"
#include "app/actions/traversal.hpp"
#include "app/commands/commands.hpp"

using namespace app;

namespace {

State open_text(const std::string& text) {
  const auto sheet = parse_sheet("@cutescope 1\n" + text);
  REQUIRE(sheet);
  return State(*sheet);
}

std::vector<std::int64_t> indices_in_order(const State& a, bool by_index) {
  const auto layout = layout_of(a.workspace.result(0).evaluation->value);
  const auto order = traversal_order(a.workspace, 0, by_index);
  std::vector<std::int64_t> all;
  for (std::int64_t p = 0; p < order.size; ++p) all.push_back((*layout)(order.coordinate(p)));
  return all;
}

}  // namespace

TEST_CASE("a walk visits the coordinates in order, or the indices in order") {
  const auto a = open_text("A = (3,2):(2,1)\n");
  CHECK(indices_in_order(a, false) == std::vector<std::int64_t>{0, 2, 4, 1, 3, 5});
  CHECK(indices_in_order(a, true) == std::vector<std::int64_t>{0, 1, 2, 3, 4, 5});
}

TEST_CASE("by index every element is visited once; equal indices in the order of their coordinates") {
  const auto a = open_text("A = (4,3):(1,0)\n");
  const auto order = traversal_order(a.workspace, 0, true);
  CHECK(order.coordinates == std::vector<std::int64_t>{0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11});
}

TEST_CASE("every coordinate has its cell, transposed, in one row and in one column as well") {
  for (const char* text : {"A = (4,6):(6,1)\n", "A = (4,6):(6,1)\n@view transposed\n", "A = 7:2\n", "A = 7:2\n@view transposed\n",
                           "A = (1,5):(0,1)\n", "A = (4,(2,3)):(6,(1,2))\n"}) {
    CAPTURE(text);
    const auto a = open_text(text);
    const auto& d = a.workspace.picture(0)->diagram;
    std::set<std::pair<std::int64_t, std::int64_t>> cells;
    for (std::int64_t i = 0; i < d.rows.extent * d.columns.extent; ++i) {
      const auto cell = d.cell_of(i);
      REQUIRE(cell);
      CHECK(d.coordinate(cell->row, cell->column) == i);
      cells.emplace(cell->row, cell->column);
    }
    CHECK(static_cast<std::int64_t>(cells.size()) == d.rows.extent * d.columns.extent);
    CHECK(!d.cell_of(-1));
    CHECK(!d.cell_of(d.rows.extent * d.columns.extent));
  }
  // A value of a rank above two has cells for the shown slice only.
  const auto a = open_text("A = (2,2,3):(1,2,4)\n@view slice=1\n");
  const auto& d = a.workspace.picture(0)->diagram;
  CHECK(!d.cell_of(3));
  CHECK(d.cell_of(4));
  CHECK(!d.cell_of(8));
}

TEST_CASE("a walk plays at its speed, pauses, and stops at the end or begins again") {
  auto a = open_text("A = (4,4):(4,1)\n");
  REQUIRE(run_command(a, "teach.iterate"));
  CHECK(a.view.traversal.playing);
  CHECK(a.view.traversal.coordinate == 0);
  advance_traversal(a.workspace, a.view, 0.5);  // two elements at four a second
  CHECK(a.view.traversal.position == 2);
  run_command(a, "teach.faster");
  advance_traversal(a.workspace, a.view, 0.5);
  CHECK(a.view.traversal.position == 6);
  run_command(a, "teach.iterate");
  CHECK(!a.view.traversal.playing);
  advance_traversal(a.workspace, a.view, 5);
  CHECK(a.view.traversal.position == 6);
  run_command(a, "teach.forward");
  run_command(a, "teach.forward");
  run_command(a, "teach.back");
  CHECK(a.view.traversal.position == 7);
  run_command(a, "teach.iterate");
  advance_traversal(a.workspace, a.view, 100);
  CHECK(a.view.traversal.position == 15);
  CHECK(!a.view.traversal.playing);
  run_command(a, "teach.iterate");  // from the beginning
  CHECK(a.view.traversal.position == 0);
  a.view.traversal.loop = true;
  advance_traversal(a.workspace, a.view, 17 / (traversal_rate * 2));
  CHECK(a.view.traversal.position == 1);
  CHECK(a.view.traversal.playing);
  run_command(a, "teach.stop");
  CHECK(!is_traversed(a.workspace, a.view, 0));
  CHECK(!run_command(a, "teach.forward"));
}

TEST_CASE("the walk's element is the one that is shown, unless the pointer is on another") {
  auto a = open_text("A = (2,(2,2)):(4,(1,2))\n");
  traverse(a.workspace, a.view, 0);
  traverse_to(a.workspace, a.view, 3);
  CHECK(shown_element(a.workspace, a.view) == Element{0, 3});
  CHECK(traversal_words(a.workspace, a.view) == "i = 3 → (1,1) → (1,(1,0)) → index 5");
  traverse_by_index(a.workspace, a.view, true);
  CHECK(shown_element(a.workspace, a.view) == Element{0, 6});  // index 3 is at (0,(1,1))
  a.view.hover = {0, 1};
  CHECK(shown_element(a.workspace, a.view) == Element{0, 1});
  traverse(a.workspace, a.view, 0);  // plays
  CHECK(shown_element(a.workspace, a.view) == Element{0, 6});
  traverse(a.workspace, a.view, 0);
  a.view.hover = {};
  hide_values(a.workspace, a.view, 0);
  CHECK(traversal_words(a.workspace, a.view).ends_with("index ?"));
}

TEST_CASE("a walk survives edits of its entry, and ends when another entry stands in its place") {
  auto a = open_text("A = (4,4):(4,1)\nB = 4:1\n");
  traverse(a.workspace, a.view, 0);
  traverse_to(a.workspace, a.view, 15);
  a.workspace.edit("edit", [](Sheet& s) { s.entries[0].text = "A = (2,4):(4,1)"; });
  CHECK(is_traversed(a.workspace, a.view, 0));
  refresh_traversal(a.workspace, a.view);
  CHECK(a.view.traversal.position == 7);
  a.workspace.edit("edit", [](Sheet& s) { s.entries.erase(s.entries.begin()); });
  CHECK(!is_traversed(a.workspace, a.view, 0));
  CHECK(!shown_element(a.workspace, a.view));
}

TEST_CASE("values of any size are walked; what is no grid of its own is not") {
  auto a = open_text("G = (1048576,1048576):(1048576,1)\nn = 3\nE = composition(\n");
  traverse(a.workspace, a.view, 0);
  REQUIRE(is_traversed(a.workspace, a.view, 0));
  CHECK(a.view.traversal.order->coordinates.empty());
  CHECK(!can_traverse_by_index(a.workspace, 0));
  traverse_to(a.workspace, a.view, (std::int64_t{1} << 40) + 5);
  CHECK(a.view.traversal.coordinate == (std::int64_t{1} << 40) - 1);
  const auto last = a.workspace.picture(0)->diagram.cell_of(a.view.traversal.coordinate);
  REQUIRE(last);
  CHECK(last->row == 1048575);
  CHECK(last->column == 1048575);
  for (const int entry : {1, 2, 3, -1}) CHECK(!can_traverse(a.workspace, entry));
  State starter(starter_sheet());
  CHECK(!can_traverse(starter.workspace, starter.workspace.evaluator().find("P")));  // its card is of the tile
}
