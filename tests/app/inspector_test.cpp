// Tests the contents of the inspector's tabs, and the commands that move through them.

#include <doctest/doctest.h>

#include <algorithm>

#include "algebra/language/summary.hpp"
#include "app/actions/pointer.hpp"
#include "app/actions/step_focus.hpp"
#include "app/commands/commands.hpp"
#include "app/document/link_graph.hpp"
#include "tests/app/sheets.hpp"

using namespace app;
using namespace algebra::links;
using app_test::app_of;

namespace {

std::int64_t pin_of(const State& a, int entry) { return a.workspace.sheet().entries[static_cast<std::size_t>(entry)].pin.value_or(-1); }

}  // namespace

TEST_CASE("an element behind a swizzle is where the swizzle puts it: index, address, sector and bank") {
  const State a = app_of({"S = Swizzle<3,2,3> o (32,32):(32,1)", "T = ptr o S", "L = (32,32):(32,1)"});
  for (const int entry : {0, 1}) {
    CAPTURE(entry);
    REQUIRE(a.workspace.result(entry).evaluation);
    const auto facts = element_facts(a.workspace.document_view(), {entry, 1});
    CHECK(said(facts, "index") == "1·32 + 0·1 = 32 → 36");
    CHECK(said(facts, "address") == "base + 0x90 (fp32)");
    CHECK(said(facts, "sector · bank") == "line 1, sector 0 · bank 4");
  }
  const auto plain = element_facts(a.workspace.document_view(), {2, 1});
  CHECK(said(plain, "index") == "1·32 + 0·1 = 32");
  CHECK(said(plain, "sector · bank") == "line 1, sector 0 · bank 0");
}

TEST_CASE("an element is as wide as its tensor says, and as wide as a person says") {
  State a =
      app_of({"P = Sw<3,4,3>_smem_ptr[16b](0x7f) o (_8,_64):(_64,_1)", "H = make_tensor(make_gmem_ptr<half_t>(ptr), (_8,_64):(_64,_1))",
              "T = local_tile(H, (_4,_8), (1,2))", "R = recast<uint8_t>(H)", "F = make_fragment_like(T)",
              "L = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)", "U = ptr o (_8,_64):(_64,_1)"});
  const auto at = [&](int entry, std::int64_t coordinate) {
    return said(element_facts(a.workspace.document_view(), {entry, coordinate}), "address");
  };
  CHECK(at(0, 33) == "base + 0x98 (16 bit)");
  CHECK(said(element_facts(a.workspace.document_view(), {0, 33}), "sector · bank") == "line 1, sector 0 · bank 6");
  CHECK(at(5, 33) == at(0, 33));
  CHECK(at(1, 33) == "base + 0x88 (f16)");
  CHECK(at(2, 0) == "base + 0x220 (f16)");
  CHECK(at(3, 8) == "base + 0x1 (u8)");
  CHECK(at(4, 1) == "base + 0x2 (f16)");
  CHECK(at(6, 33) == "base + 0x110 (fp32)");
  // The card's own width wins.
  a.workspace.edit("set an element type", [](Sheet& s) { s.entries[1].view.element_bits = 64; });
  CHECK(at(1, 33) == "base + 0x220 (fp64)");
  const auto summary = [&](int entry) { return algebra::Message::list(algebra::facts_of(*a.workspace.result(entry).evaluation)); };
  CHECK(summary(0) == "size 512 · offset 0 · 16 bit in shared memory");
  CHECK(summary(1) == "size 512 · offset 0 · f16 in global memory");
  CHECK(summary(3) == "size 1024 · offset 0 · u8 in global memory");
  CHECK(summary(4) == "size 32 · offset 0 · f16 in registers");
  CHECK(summary(5) == "size 512 · swizzled · 16 bit in shared memory");
  CHECK(summary(6) == "size 512 · offset 0");
}

TEST_CASE("an element behind several functions, and one of several tensors, are where these put them") {
  // CuTe C++ computes the index 11; see tests/golden/composed_indices.tsv.
  const State a = app_of({"N = make_tensor(ptr+7, composition(Swizzle<3,0,3>, -9, composition(Swizzle<2,2,2>, 3, (8,1,2):(2,8,16))))",
                          "A = ptr o (4,8):(8,1)", "Z = make_zip_tensor(A, make_identity_tensor((4,8)))"});
  const auto facts = element_facts(a.workspace.document_view(), {0, 5});
  CHECK(said(facts, "index") == "5·2 + 0·8 + 0·16 + 3 = 13 → 11");
  CHECK(said(facts, "sector · bank") == "line 0, sector 1 · bank 11");
  const auto* picture = a.workspace.picture(0);
  REQUIRE(picture != nullptr);
  const auto cell = picture->diagram.cell_of(5);
  REQUIRE(cell);
  CHECK(picture->diagram.label(cell->row, cell->column) == "11");
  const auto zipped = element_facts(a.workspace.document_view(), {2, 9});
  CHECK(said(zipped, "index") == "1·8 + 2·1 = 10 → (10,(1,2))");
  CHECK(said(zipped, "in A") == "A(1,2)");
  CHECK(std::ranges::count(zipped, "in {}", [](const Fact& f) { return f.label.key(); }) == 2);
  CHECK(a.workspace.linking().of({1, 9}).in(2)->coordinates == std::vector<std::int64_t>{9});
}

TEST_CASE("of a layout that is too large to try, no property is denied") {
  const auto value = [](const char* text, std::string_view label) {
    const State a = app_of({text});
    return said(properties_of(a.workspace.result(0).evaluation->value, 32), label);
  };
  for (const auto* label : {"injective", "surjective", "bijective", "compact"}) {
    CHECK(value("(4096,1024):(1,1)", label) == "not checked");
    CHECK(value("(4096,1024):(1,4096)", label) == "yes");
  }
  CHECK(value("(8,8):(1,1)", "injective") == "no");
}

TEST_CASE("the keyboard moves the pin through the grid as the card shows it") {
  State a = app_of({"A = (4,6):(6,1)", "B = 5:2"});
  REQUIRE(run_command(a, "pointer.right"));  // begins at the first element of the selected entry
  CHECK(pin_of(a, 0) == 0);
  run_command(a, "pointer.right");
  CHECK(pin_of(a, 0) == 4);
  run_command(a, "pointer.down");
  CHECK(pin_of(a, 0) == 5);
  CHECK(a.host.notice == "A(1,1) = 7");
  run_command(a, "pointer.row_end");
  CHECK(pin_of(a, 0) == 1 + 4 * 5);
  run_command(a, "pointer.right");
  CHECK(pin_of(a, 0) == 21);  // the edge
  run_command(a, "pointer.row_start");
  run_command(a, "pointer.up");
  run_command(a, "pointer.up");
  CHECK(pin_of(a, 0) == 0);
  run_command(a, "pointer.page_down");
  CHECK(pin_of(a, 0) == 3);
  CHECK_FALSE(a.workspace.can_undo());
  REQUIRE(run_command(a, "pointer.unpin"));
  CHECK(pin_of(a, 0) == -1);
  CHECK_FALSE(run_command(a, "pointer.unpin"));
  a.workspace.edit("edit", [](Sheet& s) { s.entries[0].view.transposed = true; });
  toggle_pin(a.workspace, {0, 5});
  run_command(a, "pointer.right");
  CHECK(pin_of(a, 0) == 6);
  // From where the mouse is, where nothing is pinned.
  run_command(a, "pointer.unpin");
  a.view.hover = {1, 3};
  run_command(a, "pointer.right");
  CHECK(pin_of(a, 1) == 4);
  CHECK_FALSE(a.view.hover);
}

TEST_CASE("the pointer goes through slices") {
  State a = app_of({"A = (2,3,4):(1,2,6)"});
  toggle_pin(a.workspace, {0, 5});
  run_command(a, "pointer.page_down");
  CHECK(pin_of(a, 0) == 11);
  CHECK(a.workspace.sheet().entries[0].view.slice == 1);
  run_command(a, "pointer.left");
  CHECK(pin_of(a, 0) == 9);
  run_command(a, "pointer.page_up");
  CHECK(pin_of(a, 0) == 3);
  CHECK(a.workspace.sheet().entries[0].view.slice == 0);
  run_command(a, "pointer.page_up");
  CHECK(pin_of(a, 0) == 3);
}

TEST_CASE("nothing to point at: the commands are off") {
  State a = app_of({"# a note", "n = 4"});
  CHECK_FALSE(run_command(a, "pointer.right"));
  a.view.selected = 1;
  CHECK_FALSE(run_command(a, "pointer.left"));
  State empty{Sheet{}};
  CHECK_FALSE(run_command(empty, "pointer.down"));
  CHECK_FALSE(run_command(empty, "inspector.next_step"));
}

TEST_CASE("steps go on and back, and say which operands and which mode they are about") {
  State a(starter_sheet());
  a.view.selected = 3;
  REQUIRE(run_command(a, "inspector.next_step"));
  CHECK(a.view.inspector.tab == InspectorTab::steps);
  CHECK(a.view.inspector.step == 0);
  const auto& steps = a.workspace.explained(3).steps;
  bool first_mode = false, second_mode = false;
  for (int i = 0; i < static_cast<int>(steps.size()); ++i) {
    a.view.inspector.step = i;
    const auto focus = step_focus(a.workspace, a.view);
    REQUIRE(focus);
    CHECK(focus->operands == std::vector<int>{1, 2});
    first_mode = first_mode || focus->mode == 0;
    second_mode = second_mode || focus->mode == 1;
  }
  CHECK(first_mode);
  CHECK(second_mode);
  CHECK_FALSE(step_focus(a.workspace, a.view)->mode);  // the last gathers the modes
  run_command(a, "inspector.next_step");
  CHECK(a.view.inspector.step == static_cast<int>(steps.size()) - 1);
  // The result itself is the last stage: the element is where it is.
  CHECK(in_stage(a.workspace, a.view, {3, 25}) == std::vector<std::int64_t>{25});
  run_command(a, "inspector.previous_step");
  CHECK(a.view.inspector.step == static_cast<int>(steps.size()) - 2);
  for (int i = 0; i < static_cast<int>(steps.size()); ++i) {
    a.view.inspector.step = i;
    if (steps[static_cast<std::size_t>(i)].stage) CHECK(in_stage(a.workspace, a.view, {3, 25}).size() <= 1);
  }
  a.view.selected = 1;
  CHECK_FALSE(step_focus(a.workspace, a.view));
}
