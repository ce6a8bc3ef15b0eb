// Tests that tables printed by CuTe or written by hand are read, and that an unreadable one is reported with its place.

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "algebra/language/evaluate.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/reading/infer.hpp"
#include "algebra/reading/read_table.hpp"
#include "tests/test_data.hpp"

using namespace algebra;

namespace {

/// The layouts behind the tables of a text, or why there is none.
std::string inferred_from(std::string_view text, TableForm form = TableForm::automatic) {
  const auto tables = read_tables(text, form);
  if (!tables) return fmt::format("{}:{}: {}", tables.error().line, tables.error().column, tables.error().message);
  std::string all;
  for (const auto& table : *tables) {
    const auto found = infer(table);
    all += (all.empty() ? "" : " ") + (table.name.empty() ? "" : table.name + "=") +
           (found ? plain(found->value) : found.error().message.text());
  }
  return all;
}

struct Printed {
  std::string kind, expression, text;
};
std::vector<Printed> printed_by_cute() {
  std::ifstream file(test_data() + "/golden/printed_tables.txt");
  std::vector<Printed> all;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("=== ")) {
      if (!all.empty()) all.back().text += line + "\n";
      continue;
    }
    std::istringstream heading(line.substr(4));
    auto& p = all.emplace_back();
    heading >> p.kind;
    std::getline(heading >> std::ws, p.expression);
  }
  return all;
}

/// Returns the value with each of its two modes coalesced, the form that infer prints.
std::string coalesced(const std::string& expression) {
  const auto e = evaluate(expression, {}, IntegerRule::cute);
  REQUIRE(e.has_value());
  const auto by_mode = [](const Layout& layout) { return coalesce(layout, IntTuple::tuple({IntTuple(1), IntTuple(1)})); };
  auto value = e->value;
  if (auto* layout = std::get_if<Layout>(&value)) *layout = by_mode(*layout);
  if (auto* composed = std::get_if<ComposedLayout>(&value)) composed->layout = by_mode(composed->layout);
  return plain(value);
}

}  // namespace

TEST_CASE("what CuTe's print_layout and print_latex print is read back") {
  int layouts = 0;
  for (const auto& p : printed_by_cute()) {
    CAPTURE(p.kind);
    CAPTURE(p.expression);
    if (p.kind == "layout" || p.kind == "latex" || p.kind == "tv") {
      CHECK(inferred_from(p.text) == coalesced(p.expression));
      ++layouts;
    } else if (p.kind == "mma") {
      const auto* traits = find_mma(p.expression);
      REQUIRE(traits != nullptr);
      std::string expected;
      for (const int operand : {2, 0, 1}) {
        const auto& tv = traits->operands[static_cast<std::size_t>(operand)].tv;
        expected += (expected.empty() ? "" : " ") + std::string(1, "ABC"[operand]) + "=" +
                    to_string(coalesce(tv, IntTuple::tuple({IntTuple(1), IntTuple(1)})), Marks::plain);
      }
      CHECK(inferred_from(p.text) == expected);
    } else if (p.kind == "copy") {
      // ldmatrix uses the addresses of 8 threads only; the figure draws only those.
      CHECK(inferred_from(p.text) == "source=(8,(2,4)):(4,(32,1)) destination=(32,2):(1,32)");
    }
  }
  CHECK(layouts == 8);
}

TEST_CASE("tables are read as people write them") {
  const auto rows = "(2,4):(4,1)";
  CHECK(inferred_from("0 1 2 3\n4 5 6 7\n") == rows);
  CHECK(inferred_from("0,1,2,3\r\n4,5,6,7\r\n") == rows);
  CHECK(inferred_from("\xef\xbb\xbf"
                      "0;1;2;3\n4;5;6;7") == rows);
  CHECK(inferred_from("0\t1\t2\t3\n4\t5\t6\t7\n") == rows);
  CHECK(inferred_from("# from a paper\n0, 1, 2, 3,\n4, 5, 6, 7,\n") == rows);
  CHECK(inferred_from("{{0, 1, 2, 3}, {4, 5, 6, 7}}") == rows);
  CHECK(inferred_from("int table[2][4] = {{0, 1, 2, 3},\n {4, 5, 6, 7}};") == rows);
  CHECK(inferred_from("array([[0, 1, 2, 3],\n       [4, 5, 6, 7]])") == rows);
  CHECK(inferred_from("[[0 1\n  2 3]\n [4 5 6 7]]") == rows);
  CHECK(inferred_from("   0 1 2 3\n0  0 1 2 3\n1  4 5 6 7\n") == rows);
  CHECK(inferred_from(",0,1,2,3\n0,0,1,2,3\n1,4,5,6,7\n") == rows);
  CHECK(inferred_from("| a | b | c | d |\n|---|---|---|---|\n| 0 | 1 | 2 | 3 |\n| 4 | 5 | 6 | 7 |\n") == rows);
  CHECK(inferred_from("\"0\",\"1.0\",0x2,3\n4,5,6,7\n") == rows);
  CHECK(inferred_from("0 8 1 9 2 10 3 11") == "(2,4):(8,1)");
  CHECK(inferred_from("0\n2\n4\n6\n") == "4:2");
  CHECK(inferred_from("0 1 ? 3\n4 5 6 .\n") == rows);
  CHECK(inferred_from("5 6 7\n8 9 10\n") == "Sw<0,4,3> o 5 o (2,3):(3,1)");
  CHECK(inferred_from("0 0\n0 0\n") == "(2,2):(0,0)");
}

TEST_CASE("pairs are read as people write them") {
  const auto rows = "(2,2):(2,1)";
  CHECK(inferred_from("(0,0) -> 0\n(0,1) -> 1\n(1,0) -> 2\n(1,1) -> 3\n") == rows);
  CHECK(inferred_from("(0,0): 0; (0,1): 1; (1,0): 2; (1,1): 3") == rows);
  CHECK(inferred_from("L(0,0) = 0, L(0,1) = 1, L(1,0) = 2, L(1,1) = 3") == rows);
  CHECK(inferred_from("i,j,k\n0,0,0\n0,1,1\n1,0,2\n1,1,3\n") == rows);
  CHECK(inferred_from("0 0 0\n0 1 1\n1 0 2\n1 1 3\n") == rows);
  CHECK(inferred_from("0,0\n1,4\n2,8\n", TableForm::pairs) == "3:4");
  CHECK(inferred_from("0 -> 0\n1 \u2192 4\n2 => 8\n") == "3:4");
  CHECK(inferred_from("((0,0),0) -> 0\n((1,0),0) -> 1\n((0,1),0) -> 8\n((1,1),0) -> 9\n((0,0),1) -> 2\n((1,0),1) -> 3\n((0,1),1) -> "
                      "10\n((1,1),1) -> 11\n") == "((2,2),2):((1,8),2)");
  // Five elements are no whole number of pairs, so the layout has at least six.
  CHECK(inferred_from("0 -> 0, 1 -> 1, 2 -> 8, 3 -> 9, 4 -> 16") == "(2,3):(1,8)");
}

TEST_CASE("threads and values are read as slides show them") {
  const auto tv = "((2,2),2):((4,1),2)";
  CHECK(inferred_from("T0V0 T0V1 T1V0 T1V1\nT2V0 T2V1 T3V0 T3V1\n") == tv);
  CHECK(inferred_from("T0 V0 T0 V1 T1 V0 T1 V1\nT2 V0 T2 V1 T3 V0 T3 V1\n") == tv);
  CHECK(inferred_from("T0 V0,T0 V1,T1 V0,T1 V1\nT2 V0,T2 V1,T3 V0,T3 V1\n") == tv);
  CHECK(inferred_from("| T0 V0 | T0 V1 | T1 V0 | T1 V1 |\n| T2 V0 | T2 V1 | T3 V0 | T3 V1 |\n") == tv);
  CHECK(inferred_from("0/0 0/1 1/0 1/1\n2/0 2/1 3/0 3/1\n") == tv);
  CHECK(inferred_from("t0:v0 t0:v1 t1:v0 t1:v1\nt2:v0 t2:v1 t3:v0 t3:v1\n") == tv);
  CHECK(inferred_from("T0 T1\nT2 T3\n") == "(2,2):(2,1)");
}

TEST_CASE("rows of a thread's values are read with and without their headings") {
  const auto by_thread = TableForm::by_thread;
  const auto tv = "(4,2):(2,8)";
  CHECK(inferred_from("0 8\n2 10\n4 12\n6 14\n", by_thread) == tv);
  for (const auto form : {TableForm::automatic, by_thread}) {
    CHECK(inferred_from("   V0 V1\nT0  0  8\nT1  2 10\nT2  4 12\nT3  6 14\n", form) == tv);
    CHECK(inferred_from("thread,V0,V1\nT0,0,8\nT1,2,10\nT2,4,12\nT3,6,14\n", form) == tv);
  }
  CHECK(inferred_from("V0 V1\n0 8\n2 10\n4 12\n6 14\n", by_thread) == tv);
  CHECK(inferred_from("T0 0 8\nT1 2 10\nT2 4 12\nT3 6 14\n", by_thread) == tv);
  CHECK(inferred_from("| | 0 | 1 |\n|---|---|---|\n| 0 | 0 | 8 |\n| 1 | 2 | 10 |\n", by_thread) == "(2,2):(2,8)");
  CHECK(inferred_from("| | 0 | 1 |\n|---|---|---|\n| 0 | 0 | 8 |\n| 1 | 2 | 10 |\n") == "(2,2):(2,8)");
  // One thread, or one value each, is still a thread and a value.
  CHECK(inferred_from("0 1 2 3\n", by_thread) == "(1,4):(0,1)");
  CHECK(inferred_from("0\n1\n2\n3\n", by_thread) == "(4,1):(1,0)");
  // Coordinates in a tile: of four threads with two neighbours along a row of a 2 x 4 tile.
  CHECK(inferred_from("(0,0) (0,1)\n(0,2) (0,3)\n(1,0) (1,1)\n(1,2) (1,3)\n", by_thread) == "((2,2),2):((4,1),2)");
  CHECK(inferred_from("(0,0),(0,1)\n(0,2),?\n(1,0),(1,1)\n(1,2),(1,3)\n", by_thread) == "((2,2),2):((4,1),2)");
  CHECK(inferred_from("(0,0) 1\n", by_thread) == "1:7: 1 stands in a table of coordinates. All cells are coordinates such as (1,2), or ?.");
  // A cell is named by its thread and value, and a place by its coordinate.
  const auto refused = inferred_from("(0,0) (0,1)\n(1,0) (1,1)\n(2,0) (2,2)\n(3,0) (3,1)\n", by_thread);
  CHECK(refused.starts_with("No layout, swizzled or not, makes (2,2) at T2 V1"));
}

TEST_CASE("a text that is no table is refused at its place with what works") {
  CHECK(inferred_from("0 1 2\n3 4\n") == "2:3: This row has 2 cells; those above have 3. A cell that is not known is written as ?.");
  CHECK(inferred_from("0 1 2\n3 4 5 6\n") == "2:7: This row has 4 cells; those above have 3. A cell that is not known is written as ?.");
  CHECK(inferred_from("0,1\n2,4k\n") ==
        "2:3: 4k is not a cell. A cell is an integer of at most 2^48, T0 V1 or 0/1 for a thread and its value, or ?.");
  CHECK(inferred_from("0 T0V1\n") == "1:3: T0V1 stands in a table of indices. All cells are of one kind.");
  CHECK(inferred_from("T0V1 T1V0\nT0V0 T0V1\n") ==
        "2:6: T0 V1 stands here and in the cell (0,0). A layout gives each value of a thread one place.");
  CHECK(inferred_from("(0,0) -> 0\n(0,0) -> 4\n") == "2:1: This coordinate has the index 4 here and 0 above.");
  CHECK(inferred_from("(0,0) -> 0\n(0,0,1) -> 4\n") == "2:1: The coordinate (0,0,1) is nested otherwise than (0,0) above.");
  CHECK(inferred_from("(0,0 -> 0\n") == "1:1: The coordinate's parentheses are not closed. A pair is written as (1,2) -> 10.");
  CHECK(inferred_from("") == "1:1: There is no table in this text. A table is rows of numbers, or pairs (1,2) -> 10.");
  CHECK(inferred_from("? ?\n? ?\n") == "1:1: No cell of this table is known.");
  CHECK(inferred_from("99999999999999999999 1\n").starts_with("1:1: 99999999999999999999 is not a cell."));
}

TEST_CASE("a heading of a row without cells is refused at its place") {
  for (const std::string text : {"0\t1\t2\n0\t0\t4\t8\n1", "\tV0\tV1\nT0\t0\t1\nT1\nT2\t4\t5\n"}) {
    const auto tables = read_tables(text);
    REQUIRE(!tables);
    CHECK(tables.error().line == 3);
    CHECK(tables.error().column == 1);
    CHECK(tables.error().message.text().starts_with("This row has a heading but no cells."));
  }
}

TEST_CASE("a table that no layout makes is refused at a cell") {
  CHECK(inferred_from("0 1 2 3\n4 5 6 9\n8 9 10 11\n").starts_with("No layout, swizzled or not, makes 9 at (1,3)"));
}

TEST_CASE("names in pairs say what is counted") {
  CHECK(inferred_from("thread 0 -> 0\n") == "1:0");
  CHECK(inferred_from("thread 0 -> 0\nthread 1 -> 2\nthread 2 -> 4\n") == "3:2");
  CHECK(inferred_from("T0 V0 -> 0\nT0 V1 -> 1\nT1 V0 -> 4\nT1 V1 -> 5\n") == "(2,2):(4,1)");
  CHECK(inferred_from("thread 0 value 0 -> index 0\nthread 0 value 1 -> index 1\nthread 1 value 0 -> index 4\n") == "(2,2):(4,1)");
  CHECK(inferred_from("threadIdx.x 0: offset 0; threadIdx.x 1: offset 8") == "2:8");
  CHECK(inferred_from("coordinate (0,0) -> 0\ncoordinate (1,0) -> 1\ncoordinate (0,1) -> 8\n") == "(2,2):(1,8)");
  CHECK(inferred_from("L(0,1) = 10\nL(0,0) = 0\n") == "(1,2):(0,10)");
  CHECK(inferred_from("thread -> 0\n") == "1:1: thread -> 0 is not a coordinate. A pair is written as (1,2) -> 10.");
  CHECK(inferred_from("0x0 -> 0\n0x1 -> 0x10\n") == "2:16");
}
