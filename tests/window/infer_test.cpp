// The dialog "Infer a layout from a table": pasted, painted, refused and corrected tables, and the entry that it makes.

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <string_view>
#include <thread>

#include "algebra/language/evaluate.hpp"
#include "app/window/open_window.hpp"
#include "entries.hpp"

using namespace app;
using namespace entries;

namespace {

/// Draws frames until the table is read, which happens on another thread.
void wait_for_answer(Gui& g) {
  const auto most = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  do {
    g.settle();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  } while (g.ui.animating && std::chrono::steady_clock::now() < most);
  REQUIRE(!g.ui.animating);
}

/// Replaces the text that is there.
void paste(Gui& g, const std::string& copied) {
  g.key('A', true);
  ImGui::SetClipboardText(copied.c_str());
  g.key('V', true);
  g.settle();
}

void open_with(Gui& g, const std::string& copied) {
  g.command("edit.infer_table");
  g.settle();
  paste(g, copied);
  wait_for_answer(g);
}

std::size_t entry_count(const Gui& g) { return g.state.workspace.sheet().entries.size(); }
const std::string& typed(const Gui& g) { return g.state.view.table_question.text; }

/// Returns a table of tabs and line breaks, as a spreadsheet copies it.
std::string table_of(std::string_view expression, std::int64_t rows, std::int64_t columns) {
  const auto value = algebra::evaluate(std::string(expression), {}, algebra::IntegerRule::math);
  REQUIRE(value);
  const auto layout = algebra::layout_of(value->value);
  REQUIRE(layout);
  std::string text;
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t c = 0; c < columns; ++c) text += std::to_string((*layout)(r + rows * c)) + (c + 1 < columns ? "\t" : "\n");
  return text;
}

/// The painted grid, by the numbers in its first cell, the second one to the right of it and the one below.
struct PaintedGrid {
  ImVec2 at, right, down;
  PaintedGrid(Gui& g, std::string_view first, std::string_view beside, std::string_view below)
      : at(g.find(first)->centre()), right(g.find(beside)->centre()), down(g.find(below)->centre()) {}
  ImVec2 cell(int row, int column) const {
    return {at.x + (right.x - at.x) * static_cast<float>(column) / 2, at.y + (down.y - at.y) * static_cast<float>(row)};
  }
};

}  // namespace

TEST_CASE("a pasted table is read as it was copied, answered, and put into the sheet with its note in one step") {
  for (const auto language : {Language::english, Language::chinese}) {
    Gui g(starter_sheet(), {.width = 1280, .height = 760, .language = language});
    const auto before = g.state.workspace.sheet();
    const auto pasted = table_of("((2,2),(2,4)):((1,4),(2,8))", 4, 8);
    open_with(g, pasted);
    INFO(g.everything());
    CHECK(typed(g) == pasted);
    CHECK(g.shows("((2,2),(2,4)):((1,4),(2,8))"));
    CHECK(g.shows(language == Language::english ? "All 32 cells." : "全部 32 格。"));
    CHECK(g.shows(language == Language::english ? "a table of 4 x 8" : "4 × 8 的表格"));
    REQUIRE(g.click_text(g.ui.tr("Put into the sheet")));
    g.settle();
    CHECK(g.state.view.dialog == Dialog::none);
    REQUIRE(entry_count(g) == before.entries.size() + 2);
    const int note = g.state.view.selected;
    CHECK(text(g, note - 1).ends_with(" = ((2,2),(2,4)):((1,4),(2,8))"));
    CHECK(text(g, note) == (language == Language::english ? "# inferred from a table of 4 x 8" : "# 由 4 × 8 的表格推断"));
    CHECK(g.state.workspace.picture(note - 1) != nullptr);
    g.command("edit.undo");
    CHECK(g.state.workspace.sheet() == before);
  }
}

TEST_CASE("the desktop's clipboard keeps its lines and tabs for the dialog, and becomes entries in the sheet") {
  Clipboard clipboard;
  Gui g;
  clipboard.install(ImGui::GetIO());
  open_with(g, "0\t2\n1\t3\n");
  CHECK(typed(g) == "0\t2\n1\t3\n");
  CHECK(g.find("(2,2):(1,2)") != nullptr);
  g.key(escape);
  g.settle();
  const auto before = entry_count(g);
  g.command("edit.insert");
  g.settle();
  g.key('V', true);
  g.settle();
  CHECK(entry_count(g) == before + 2);
}

TEST_CASE("cells that are not known, pairs, and threads and values are said as what they are read as") {
  const struct {
    const char *pasted, *read_as, *answer, *proof;
  } all[] = {{"0 1 2 3\n4 ? 6 7\n", "a table of 2 x 4", "(2,4):(4,1)", "All 7 known cells, of 8: no other layout makes them."},
             {"0 ? ? ?\n", "a table of 1 x 4", "4:0", "other layouts make them too."},
             {"(0,0) -> 0\n(0,1) -> 2\n(1,0) -> 1\n(1,1) -> 3\n", "4 pairs of coordinate and index", "(2,2):(1,2)", "All 4 cells."},
             {"T0 V0\tT0 V1\nT1 V0\tT1 V1\n", "a table of 2 x 2 with 2 threads of 2 values", "(2,2):(1,2)", "All 4 cells."}};
  for (const auto& one : all) {
    Gui g;
    open_with(g, one.pasted);
    INFO(g.everything());
    CHECK(g.shows(one.read_as));
    CHECK(g.find(one.answer) != nullptr);
    CHECK(g.shows(one.proof));
  }
}

TEST_CASE("a table is painted by clicks and strokes and typed into, and a wrong number is corrected") {
  Gui g;
  open_with(g, "950 ? 951 ?\n952 ? ? ?\n");  // numbers that no card shows
  INFO(g.everything());
  for (const auto* number : {"950", "951", "952"}) REQUIRE(g.find(number) != nullptr);
  const PaintedGrid grid(g, "950", "951", "952");
  paste(g, "0 1 ? ?\n2 ? ? ?\n");
  wait_for_answer(g);
  g.click(grid.cell(1, 1));
  g.drag(grid.cell(0, 2), grid.cell(0, 3));
  g.drag(grid.cell(1, 2), grid.cell(1, 3));
  wait_for_answer(g);
  {
    INFO(g.everything());
    CHECK(typed(g) == "0  1  4  5\n2  3  6  7\n");
    CHECK(g.shows("(2,(2,2)):(2,(1,4))"));
  }
  // The stroke ended in the last cell: digits go there, an arrow leaves it.
  g.type("19");
  g.key(left);
  wait_for_answer(g);
  {
    INFO(g.everything());
    CHECK(typed(g) == " 0   1   4   5\n 2   3   6  19\n");
    CHECK(g.shows("Line 2, column"));
    CHECK(g.shows("No layout, swizzled or not, makes 19 at"));
    CHECK(g.shows("With 7 in place of 19 at"));
    CHECK(!g.shows("Put into the sheet"));
  }
  REQUIRE(g.click_text("Correct this cell"));
  wait_for_answer(g);
  INFO(g.everything());
  CHECK(typed(g) == "0  1  4  5\n2  3  6  7\n");
  CHECK(g.shows("All 8 cells."));
  // Back to the grid: Tab goes from cell to cell, Backspace clears one, Control and Enter put the layout.
  g.click(grid.cell(0, 0));
  g.key(tab);
  g.key(GLFW_KEY_BACKSPACE);
  wait_for_answer(g);
  CHECK(typed(g) == "0  ?  4  5\n2  3  6  7\n");
  const auto before = entry_count(g);
  g.key(enter, true);
  g.settle();
  CHECK(g.state.view.dialog == Dialog::none);
  CHECK(entry_count(g) == before + 2);
}

TEST_CASE("what is no table is said with its place, and the text stays when the dialog is opened again") {
  Gui g;
  open_with(g, "0 1 2\n3 4\n");
  {
    INFO(g.everything());
    CHECK(g.shows("Line 2, column"));
    CHECK(g.shows("This row has 2 cells; those above have 3."));
    CHECK(!g.shows("Put into the sheet"));
  }
  g.key(escape);
  g.settle();
  CHECK(g.state.view.dialog == Dialog::none);
  g.command("edit.infer_table");
  wait_for_answer(g);
  CHECK(typed(g) == "0 1 2\n3 4\n");
  REQUIRE(g.click_text("Clear"));
  wait_for_answer(g);
  CHECK(typed(g).empty());
  CHECK(g.shows("Paste or type a table"));
}

TEST_CASE("a large table that no layout makes does not hold up the window, and the next text replaces it") {
  Gui g;
  auto large = table_of("(256,256):(256,1)", 256, 256);
  large.replace(large.rfind('\t') + 1, std::string::npos, "1\n");
  g.command("edit.infer_table");
  g.settle();
  paste(g, large);
  CHECK(typed(g) == large);
  paste(g, "0 2 4 6\n1 3 5 7\n");
  wait_for_answer(g);
  INFO(g.everything());
  CHECK(g.find("(2,4):(1,2)") != nullptr);
}

TEST_CASE("a link leads from the dialog to its section of the guide") {
  Gui g;
  g.command("edit.infer_table");
  g.settle();
  REQUIRE(g.click_text("In the guide"));
  g.settle();
  INFO(g.everything());
  CHECK(g.state.view.dialog == Dialog::guide);
  CHECK(g.state.view.guide.page == "window-reference");
  CHECK(g.find("A table from a picture") != nullptr);
}

TEST_CASE("rows of a thread's values are a reading to choose, whose grid can be painted") {
  Gui g;
  // As it looks, three columns are a row, a column and an index.
  open_with(g, "0 0 8\n0 1 9\n1 0 10\n1 1 11\n");
  CHECK(g.shows("4 pairs of coordinate and index"));
  REQUIRE(g.click_text("As it looks"));
  g.settle();
  REQUIRE(g.click_text("By thread"));
  wait_for_answer(g);
  {
    INFO(g.everything());
    CHECK(g.shows("4 threads of 3 values"));
    CHECK(g.shows("at T"));  // no layout makes it, and its cells are named by thread and value
  }
  // One thread's row stays (thread, value).
  const auto into_text = [&] { g.click({g.find("In the guide")->from.x - 560, g.find("In the guide")->centre().y + 70}); };
  into_text();
  paste(g, "950 952 954\n951 953 955\n");
  wait_for_answer(g);
  {
    INFO(g.everything());
    CHECK(g.shows("2 threads of 3 values"));
    CHECK(g.shows("Sw<0,4,3> o 950 o (2,3):(1,2)"));
  }
  paste(g, "950 ? 951\n952 ? ?\n");
  wait_for_answer(g);
  for (const auto* number : {"950", "951", "952"}) REQUIRE(g.find(number) != nullptr);
  const PaintedGrid grid(g, "950", "951", "952");
  paste(g, "0 2 4\n1 3 ?\n");
  wait_for_answer(g);
  g.click(grid.cell(1, 2));
  wait_for_answer(g);
  {
    INFO(g.everything());
    CHECK(typed(g) == "0  2  4\n1  3  5\n");
    CHECK(g.shows("2 threads of 3 values"));
    CHECK(g.find("(2,3):(1,2)") != nullptr);
  }
  into_text();
  paste(g, "(0,0) (1,0)\n(0,1) (1,1)\n");
  wait_for_answer(g);
  INFO(g.everything());
  CHECK(g.find("(2,2):(2,1)") != nullptr);
}
