// A lesson as its reader meets it.

#include <doctest/doctest.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include "app/actions/lessons.hpp"
#include "app/lessons/lessons.hpp"
#include "gui.hpp"

using app::Language;
using gui::Gui;

namespace {

/// Puts the cursor behind what stands in the entry, and types.
void add_to(Gui& g, const std::string& entry, std::string_view text) {
  g.state.view.focus_entry = g.state.workspace.evaluator().find(entry);
  g.settle();
  g.key(269);  // End
  g.type(text);
  g.settle();
}

}  // namespace

TEST_CASE("a lesson is answered by typing: wrong, with a hint, right, and on to the next one") {
  Gui g;
  REQUIRE(g.command("lessons.open.2"));
  g.settle();
  INFO(g.everything());
  CHECK(g.shows("Lesson 2 of 43"));
  CHECK(g.shows("Column-major and row-major"));
  CHECK(g.find("Exercise") != nullptr);
  add_to(g, "S", " (6,4):(1,6)");
  CHECK(g.find("Exercise: not yet") != nullptr);
  CHECK(g.shows("elsewhere"));
  REQUIRE(g.click_text("Show a hint (1/2)"));
  g.settle();
  CHECK(g.state.workspace.lessons().help[0].hints == 1);
  CHECK(g.shows("within"));
  add_to(g, "S", "");
  g.key(259);  // Backspace: the last bracket, and the 6 before it
  g.key(259);
  g.type("8)");
  g.settle();
  CHECK(g.find("Exercise: solved") != nullptr);
  CHECK(g.state.workspace.lessons().solved.contains("majors"));
  REQUIRE(g.click_text("Next lesson ›"));
  g.settle();
  CHECK(g.shows("Lesson 3 of 43"));
  CHECK(g.state.workspace.sheet().lesson.name == "hierarchy");
  // One tab, page by page.
  CHECK(g.state.workspace.documents().size() == 1);
}

TEST_CASE("the answer is shown on request, and written into the sheet by a click") {
  Gui g;
  g.command("lessons.open.1");
  g.settle();
  CHECK_FALSE(g.shows("S = (3,4):(4,3)"));
  REQUIRE(g.click_text("Show the answer"));
  g.settle();
  REQUIRE(g.click_text("S = (3,4):(4,3)"));
  g.settle();
  CHECK(g.find("Exercise: solved") != nullptr);
}

TEST_CASE("a wrong answer is framed where it is wrong") {
  Gui g;
  g.command("lessons.open.2");
  g.settle();
  const auto frames = [&] {
    int corners = 0;
    const auto* drawn = ImGui::GetDrawData();
    for (int i = 0; i < drawn->CmdListsCount; ++i)
      for (const auto& v : drawn->CmdLists[i]->VtxBuffer) corners += v.col == g.ui.ink.error ? 1 : 0;
    return corners;
  };
  add_to(g, "S", " (6,4):(1,8)");
  const int without = frames();
  g.key(259);
  g.key(259);
  g.type("6)");
  g.settle();
  CHECK(g.state.workspace.lessons().states[0].why == "In S, row 0, column 1 holds 6; it should hold 8.");
  CHECK(g.shows("holds 6"));
  CHECK(frames() > without + 18 * 4);
}

TEST_CASE("hints and the answer are in sight when they appear") {
  Gui g(app::lesson_sheet(1, Language::english), {.width = 1024, .height = 600});
  g.settle();
  // Notes of the reader's own push the exercise out of sight.
  g.state.workspace.edit("edit", [](app::Sheet& s) { s.entries.insert(s.entries.begin(), 12, {{}, "# One more line of one's own."}); });
  g.settle();
  REQUIRE(g.find("Exercise") == nullptr);
  g.command("lessons.hint");
  g.settle();
  const auto& hint = g.state.workspace.sheet().exercises[0].hints[0];
  const auto in_sight = [&](const std::string& text) {
    const auto* drawn = g.find_containing(text);
    return drawn != nullptr && !drawn->scrolled && drawn->to.y < 600;
  };
  INFO(g.everything());
  CHECK(in_sight(hint.substr(0, hint.find(' '))));
  CHECK(in_sight("Show a hint (2/2)"));
  g.command("lessons.answer");
  g.settle();
  CHECK(in_sight("S = " + g.state.workspace.sheet().exercises[0].answer));
}

TEST_CASE("the overview of the lessons says what each teaches and how far one is, and opens them") {
  for (const auto language : {Language::english, Language::chinese}) {
    Gui g(app::starter_sheet(), {.width = 1024, .height = 768, .language = language});
    g.state.workspace.lessons().solved = {"layout"};
    g.state.workspace.lessons().kept.emplace("majors", app::lesson_sheet(1, language));
    g.command("lessons.overview");
    g.settle();
    INFO(g.everything());
    CHECK(g.shows("1 · " + app::lesson_title(0, language)));
    CHECK(g.shows(language == Language::english ? "A coordinate goes in, an index comes out." : "输入坐标，输出索引。"));
    CHECK(g.find(language == Language::english ? "done" : "已完成") != nullptr);
    CHECK(g.find(language == Language::english ? "begun" : "已开始") != nullptr);
    for (const auto& d : g.drawn()) CHECK_MESSAGE(!d.cut, d.text);
    REQUIRE(g.click_text("3 · " + app::lesson_title(2, language)));
    g.settle();
    CHECK(g.state.view.dialog == app::Dialog::none);
    CHECK(g.state.workspace.sheet().lesson.name == "hierarchy");
  }
}

TEST_CASE("no tooltip covers what it explains") {
  Gui g;
  g.command("lessons.open.1");
  g.command("lessons.answer");
  g.settle();
  const auto* chip = g.find("S = (3,4):(4,3)");
  REQUIRE(chip != nullptr);
  const auto of = *chip;
  g.move(of.centre());
  g.settle();
  const auto* tip = g.find("Write it into the sheet");
  REQUIRE(tip != nullptr);
  CHECK((tip->from.y >= of.to.y || tip->to.y <= of.from.y));
}

TEST_CASE("of several exercises one is open: the next one to solve, or that of the entry one is in") {
  Gui g;
  REQUIRE(g.command("lessons.open.16"));
  g.settle();
  INFO(g.everything());
  CHECK(g.shows("Write a tiler S by mode"));
  CHECK(g.find("Show a hint (1/2)") != nullptr);
  CHECK(g.find("Show a hint (1/2)", 1) == nullptr);
  // The others are a line each, which leads to its entry and then is open, too.
  REQUIRE(g.click_text("Exercise", 1));
  g.settle();
  CHECK(g.state.view.selected == g.state.workspace.evaluator().find("L"));
  CHECK(g.find("Show a hint (1/2)", 1) != nullptr);
  CHECK(g.find("Show a hint (1/2)", 2) == nullptr);
  g.type(" (4,2):(1,8)");
  g.settle();
  CHECK(g.find("Exercise: not yet") != nullptr);
  // A wrong one stays open, a solved one closes.
  add_to(g, "S", " <4:2, 2:4>");
  CHECK(g.find("Exercise: not yet") != nullptr);
  add_to(g, "T", " (2,8)");
  CHECK(g.find("Next lesson ›") == nullptr);
  take_answer(g.state.workspace, g.state.view, 1);
  g.settle();
  CHECK(g.find("Exercise: solved", 2) != nullptr);
  CHECK(g.find("Next lesson ›") != nullptr);
}

TEST_CASE("a lesson changes its language with the window, and keeps what was written") {
  Gui g;
  g.command("lessons.open.2");
  g.settle();
  add_to(g, "S", " (6,4):(1,6)");
  g.command("view.language");
  g.settle();
  INFO(g.everything());
  CHECK(g.shows("第 2 课，共 43 课"));
  CHECK(g.shows("列主序与行主序"));
  CHECK(g.find("练习：还不对") != nullptr);
  CHECK(g.shows("S = (6,4):(1,6)"));
}

TEST_CASE("beside the map of a lesson's kernel are its rows and its exercises, and what is found follows the answer") {
  Gui g;
  REQUIRE(g.command("lessons.open.36"));
  const auto read = [&] {
    g.settle();
    g.state.workspace.finish_map();
    g.settle();
  };
  read();
  INFO(g.everything());
  CHECK(g.shows("Global memory"));
  CHECK(g.shows("clear(tCrC)"));
  CHECK(g.shows("Each element of C needs each of its products once."));
  CHECK(g.shows("line 7: missing"));
  take_answer(g.state.workspace, g.state.view, 0);
  read();
  CHECK(g.find("Exercise: solved") != nullptr);
  CHECK(g.shows("Nothing was found."));
  // The cards have the exercises beneath the entries again.
  REQUIRE(g.command("canvas.map"));
  g.settle();
  CHECK(!g.shows("Global memory"));
  CHECK(g.find("Exercise: solved") != nullptr);
}

TEST_CASE("each lesson fits the window in both languages: its exercise needs no scrolling") {
  for (const auto language : {Language::english, Language::chinese})
    for (int i = 0; i < static_cast<int>(app::lesson_names().size()); ++i) {
      Gui g(app::lesson_sheet(i, language), {.language = language});
      g.settle();
      CAPTURE(i);
      const auto* head = g.find(language == Language::english ? "Exercise" : "练习");
      REQUIRE(head != nullptr);
      CHECK_FALSE(head->scrolled);
      const auto* hint = g.find_containing(language == Language::english ? "Show a hint" : "提示");
      REQUIRE(hint != nullptr);
      CHECK_FALSE(hint->scrolled);
      CHECK(hint->to.y < 950);
    }
}
