// The steps of an operation in the window: the stage and the cards light up one another.

#include <doctest/doctest.h>

#include "app/actions/pointer.hpp"
#include "app/actions/step_focus.hpp"
#include "app/document/link_graph.hpp"
#include "entries.hpp"

using namespace app;

namespace {

/// Returns a number that the inspector's stage shows: it stands right of all cards.
const gui::Drawn* in_stage_picture(const gui::Gui& g, std::string_view text) {
  const gui::Drawn* rightmost = nullptr;
  for (const auto& d : g.drawn())
    if (d.text == text && (rightmost == nullptr || d.from.x > rightmost->from.x)) rightmost = &d;
  return rightmost;
}

}  // namespace

TEST_CASE("pointing at a cell of a step's stage points at its element in the operand's card") {
  gui::Gui g(entries::sheet_of("@cutescope 1\nA = (8,8):(8,1)\nR = composition(A, (4,4):(2,16))\n"));
  g.state.view.selected = 1;
  g.command("inspector.steps");
  g.state.view.inspector.step = 3;  // four elements of every second one
  g.settle();
  REQUIRE(algebra::size(*g.state.workspace.explained(1).steps[3].stage) == 4);
  const auto* cell = in_stage_picture(g, "48");
  REQUIRE(cell != nullptr);
  const auto middle = cell->centre();
  g.move(middle);
  g.settle();
  CHECK(g.state.view.hover == Element{0, 6});  // A(6,0) = 48
  REQUIRE(linked(g.state.workspace, g.state.view).in(1) != nullptr);
  CHECK(linked(g.state.workspace, g.state.view).in(1)->coordinates == std::vector<std::int64_t>{3});
  CHECK(in_stage(g.state.workspace, g.state.view, shown_element(g.state.workspace, g.state.view)) == std::vector<std::int64_t>{3});
  g.click(middle);
  g.settle();
  REQUIRE(g.state.workspace.sheet().entries[0].pin);
  CHECK(*g.state.workspace.sheet().entries[0].pin == 6);
}

TEST_CASE("every step of every kind is drawn: slices, slabs, turned, scrolled, and huge") {
  gui::Gui g(entries::sheet_of(
      "@cutescope 1\nA = ((2,4),8,4):((1,16),2,64)\nT = <4:2,2:1>\nD = zipped_divide(A, T)\nH = (1048576,1048576,16):(1048576,1,0)\nE = "
      "logical_divide(H, <1024,1024>)\nC = complement(T2, 64)\nT2 = (2,4):(1,4)\n"));
  g.command("inspector.steps");
  for (const bool slabs : {false, true}) {
    g.state.workspace.edit("edit", [&](Sheet& s) {
      for (auto& e : s.entries) e.view.slabs = slabs, e.view.transposed = slabs;
    });
    for (const int entry : {2, 4, 5}) {
      g.state.view.selected = entry;
      const auto count = static_cast<int>(g.state.workspace.explained(entry).steps.size());
      REQUIRE(count > 2);
      for (int i = 0; i < count; ++i) {
        g.state.view.inspector.step = i;
        g.frame();
        CHECK(g.shows(std::to_string(i + 1) + " / " + std::to_string(count)));
      }
    }
  }
}
