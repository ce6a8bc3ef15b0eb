// Tests the frames that a step of an explanation draws in the operands' cards, and the links of its stage.

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "app/actions/step_focus.hpp"
#include "app/document/link_graph.hpp"
#include "tests/app/sheets.hpp"

using namespace app;
using namespace algebra::links;
using app_test::sheet_of;
using Set = std::set<std::int64_t>;

namespace {

/// Chooses the first step from `from` on whose words, with the values in their places, contain these.
int choose(State& a, std::string_view words, int from = 0) {
  const auto& steps = a.workspace.explained(a.view.selected).steps;
  for (int i = from; i < static_cast<int>(steps.size()); ++i)
    if (steps[static_cast<std::size_t>(i)].words.text().find(words) != std::string::npos) {
      a.view.inspector.step = i;
      return i;
    }
  FAIL("no such step: " << words);
  return -1;
}

/// Returns the 1-D coordinates that are framed.
Set framed(const State& a, int operand) {
  const auto part = step_part(a.workspace, a.view, operand);
  const auto shape = *element_shape(a.workspace.result(a.view.selected).evaluation->made_by.operands[static_cast<std::size_t>(operand)]);
  Set all;
  for (std::int64_t c = 0; c < algebra::product(shape).value; ++c) {
    auto rest = c;
    bool in_mode = true;
    for (int i = 0; i < shape.rank(); ++i) {
      const auto n = algebra::product(shape.mode(i)).value;
      in_mode = in_mode && (!part.mode || i == *part.mode || rest % n == 0);
      rest /= n;
    }
    if (part.in.empty() ? in_mode : static_cast<bool>(part.in[static_cast<std::size_t>(c)])) all.insert(c);
  }
  return all;
}

Set up_to(std::int64_t n, std::int64_t step = 1) {
  Set all;
  for (std::int64_t c = 0; c < n; ++c) all.insert(c * step);
  return all;
}

}  // namespace

TEST_CASE("a composition's steps frame the stage's elements in A") {
  State a(sheet_of({"A = (8,8):(8,1)", "B = (4,4):(2,16)", "R = composition(A, B)"}));
  a.view.selected = 2;
  choose(a, "coalesced so that");
  CHECK(framed(a, 0) == up_to(64));
  CHECK(framed(a, 1) == up_to(16));
  choose(a, "one element of every 2");
  CHECK(framed(a, 0) == up_to(32, 2));
  choose(a, "Keep 4 of them");
  CHECK(framed(a, 0) == up_to(4, 2));
  choose(a, "one element of every 16");
  CHECK(framed(a, 0) == up_to(4, 16));
  choose(a, "R = ");
  Set of_b;
  for (std::int64_t c = 0; c < 16; ++c) of_b.insert((*index_map(*a.workspace.result(1).value()))(c));
  CHECK(framed(a, 0) == of_b);
  choose(a, "B = ");
  CHECK(framed(a, 0) == of_b);
}

TEST_CASE("a divide's steps frame the mode, its tile and where the tiles begin, in hierarchical modes and of rank 3") {
  State a(sheet_of({"A = ((2,4),8,4):((1,16),2,64)", "T = <4:2,2:1>", "D = zipped_divide(A, T)"}));
  a.view.selected = 2;
  const int second = choose(a, "Mode 1:");
  CHECK(framed(a, 0) == up_to(8, 8));
  CHECK(framed(a, 1) == up_to(2, 4));
  const int third = choose(a, "Mode 2:");
  CHECK(framed(a, 0) == up_to(4, 64));
  choose(a, "Mode 0:");
  CHECK(framed(a, 0) == up_to(8));
  CHECK(framed(a, 1) == up_to(4));
  choose(a, "(B, B*) = ");
  CHECK(framed(a, 0) == up_to(8));
  const int rest = choose(a, "o 2:1: one element of every 1");
  CHECK(framed(a, 0) == up_to(8));
  choose(a, "Keep 2 of them", rest);  // where the tiles of mode 0 begin
  CHECK(framed(a, 0) == up_to(2));
  choose(a, "Gather");
  CHECK(framed(a, 0) == up_to(8 * 8 * 4));
  // The tile of mode 1: two neighbours; its tiles begin at every other one.
  choose(a, "8:2 o 2:1", second);
  CHECK(framed(a, 0) == up_to(2, 8));
  choose(a, "8:2 o 4:2", second);
  CHECK(framed(a, 0) == up_to(4, 16));
  CHECK(third > second);
}

TEST_CASE("a complement's steps frame what is covered, of the tiler within a divide as well") {
  State a(sheet_of({"A = (2,2,4):(4,1,16)", "C = complement(A, 128)", "B = 4:2", "D = logical_divide(16:1, B)"}));
  a.view.selected = 1;
  choose(a, "next free stride is 1·2 = 2");
  CHECK(framed(a, 0) == Set{0, 2});  // index 0 and 1
  choose(a, "next free stride is 4·2 = 8");
  CHECK(framed(a, 0) == Set{0, 1, 2, 3});
  choose(a, "next free stride is 16·4 = 64");
  CHECK(framed(a, 0) == up_to(16));
  a.view.selected = 3;
  choose(a, "next free stride is 2·4 = 8");
  CHECK(framed(a, 1) == up_to(4));
  choose(a, "Coalesced");
  CHECK(framed(a, 1) == up_to(4));
}

TEST_CASE("a cell of a stage and its element: there and back, at every step") {
  struct Row {
    std::vector<const char*> lines;
    int least;  ///< cells with an element
  };
  for (const auto& row :
       {Row{{"A = (8,8):(8,1)", "R = composition(A, (4,4):(2,16))"}, 100},
        Row{{"A = (8,8):(8,1)", "T = <4:2,2:1>", "R = zipped_divide(A, T)"}, 220},
        Row{{"A = (2,2,4):(4,1,16)", "R = complement(A, 128)"}, 20}, Row{{"A = (4,8):(8,1)", "R = right_inverse(A)"}, 60},
        Row{{"A = (4,8):(8,1)", "R = left_inverse(A)"}, 40}, Row{{"A = (2,4):(4,1)", "R = logical_product(A, 3:2)"}, 40},
        Row{{"A = (2,(1,6)):(1,(6,2))", "R = coalesce(A)"}, 30}, Row{{"A = ptr o (8,8):(8,1)", "R = local_tile(A, (4,4), (0,1))"}, 200},
        Row{{"mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN)", "C = (32,16):(16,1)", "R = partition_C(mma, 5, C)"}, 500},
        Row{{"R = zipped_divide((8,8):(8,1), (2,4))"}, 200}}) {
    Sheet s;
    for (const char* line : row.lines) s.entries.emplace_back().text = line;
    State a(s);
    a.view.selected = static_cast<int>(row.lines.size()) - 1;
    INFO(row.lines.back());
    const auto& steps = a.workspace.explained(a.view.selected).steps;
    REQUIRE_FALSE(steps.empty());
    int found = 0;
    for (int i = 0; i < static_cast<int>(steps.size()); ++i) {
      a.view.inspector.step = i;
      const auto& stage = steps[static_cast<std::size_t>(i)].stage;
      if (!stage) continue;
      for (std::int64_t c = 0; c < algebra::size(*stage); ++c) {
        const auto element = element_of_stage(a.workspace, a.view, c);
        if (!element) continue;
        ++found;
        INFO(steps[static_cast<std::size_t>(i)].words.text());
        INFO(c);
        const auto back = in_stage(a.workspace, a.view, element);
        CHECK(std::find(back.begin(), back.end(), c) != back.end());
      }
      CHECK_FALSE(element_of_stage(a.workspace, a.view, algebra::size(*stage)));
      CHECK_FALSE(element_of_stage(a.workspace, a.view, -1));
    }
    CHECK(found >= row.least);
  }
}

TEST_CASE("which element it is") {
  State a(sheet_of(
      {"A = (8,8):(8,1)", "R = composition(A, (4,4):(2,16))", "I = right_inverse(A)", "T = <4:2,2:1>", "D = zipped_divide(A, T)"}));
  a.view.selected = 1;
  choose(a, "Keep 4 of them");
  CHECK(element_of_stage(a.workspace, a.view, 1) == Element{0, 2});  // index 16
  CHECK(in_stage(a.workspace, a.view, {0, 2}) == std::vector<std::int64_t>{1});
  CHECK(in_stage(a.workspace, a.view, {0, 1}).empty());
  CHECK(in_stage(a.workspace, a.view, {1, 1}) == std::vector<std::int64_t>{1});
  CHECK(in_stage(a.workspace, a.view, {4, 0}) == std::vector<std::int64_t>{0});  // the divide's element 0 is A's
  a.view.selected = 2;
  a.view.inspector.step = static_cast<int>(a.workspace.explained(2).steps.size()) - 1;
  CHECK(in_stage(a.workspace, a.view, {0, 10}) == std::vector<std::int64_t>{(*index_map(*a.workspace.result(0).value()))(10)});
  // Mode 1 of A by 2:1: cell 3 of "A o (B, B*)" is A(0,3), and lights up for all of A's column 3.
  a.view.selected = 4;
  choose(a, "A o (B, B*) = ", choose(a, "Mode 1:"));
  CHECK(element_of_stage(a.workspace, a.view, 3) == Element{0, 24});
  CHECK(in_stage(a.workspace, a.view, {0, 24 + 5}) == std::vector<std::int64_t>{3});
}

TEST_CASE("of several cells with one value the one is marked that is meant") {
  // Rows of A are all alike, and R has each value twice.
  State a(sheet_of({"A = (4,2):(0,3)", "R = coalesce(A)", "B = (2,4):(4,1)", "C = composition(A, B)"}));
  for (const int entry : {1, 3}) {
    a.view.selected = entry;
    const auto& steps = a.workspace.explained(entry).steps;
    int stages = 0;
    for (int i = 0; i < static_cast<int>(steps.size()); ++i) {
      a.view.inspector.step = i;
      INFO(steps[static_cast<std::size_t>(i)].words.text());
      const auto& stage = steps[static_cast<std::size_t>(i)].stage;
      if (!stage || algebra::size(*stage) != 8) continue;
      ++stages;
      const auto value = *index_map(*a.workspace.result(entry).value());
      for (std::int64_t c = 0; c < 8; ++c) {
        const auto found = in_stage(a.workspace, a.view, {entry, c});
        REQUIRE(found.size() == 1);
        if (entry == 1) CHECK(found[0] == c);
        if (entry == 3 && steps[static_cast<std::size_t>(i)].of == algebra::StageOf::indices) CHECK((*stage)(found[0]) == value(c));
      }
    }
    CHECK(stages > 0);
  }
}

TEST_CASE("steps of what is huge are answered at once") {
  State a(sheet_of({"A = (1048576,1048576):(1048576,1)", "T = <1024,1024>", "D = zipped_divide(A, T)"}));
  a.view.selected = 2;
  const auto& steps = a.workspace.explained(2).steps;
  for (int i = 0; i < static_cast<int>(steps.size()); ++i) {
    a.view.inspector.step = i;
    CHECK(step_part(a.workspace, a.view, 0).in.empty());
    CHECK(in_stage(a.workspace, a.view, {0, 77}).size() <= 256);
    element_of_stage(a.workspace, a.view, 5);
  }
  CHECK(step_part(a.workspace, a.view, 0).mode == std::nullopt);
}
