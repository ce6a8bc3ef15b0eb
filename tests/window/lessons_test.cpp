// A lesson as its reader meets it.

#include <doctest/doctest.h>

#include <fmt/format.h>

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
  CHECK(g.shows("Lesson 2 of 15"));
  CHECK(g.shows("Column-major and row-major"));
  CHECK(g.find("Exercise") != nullptr);
  add_to(g, "S", " (6,4):(1,6)");
  CHECK(g.find("Exercise: not yet") != nullptr);
  CHECK(g.shows("elsewhere"));
  REQUIRE(g.click_text("Show a hint (1/2)"));
  g.settle();
  CHECK(g.state.workspace.lessons.help[0].hints == 1);
  CHECK(g.shows("within"));
  add_to(g, "S", "");
  g.key(259);  // Backspace: the last bracket, and the 6 before it
  g.key(259);
  g.type("8)");
  g.settle();
  CHECK(g.find("Exercise: solved") != nullptr);
  CHECK(g.state.workspace.lessons.solved.contains("majors"));
  REQUIRE(g.click_text("Next lesson ›"));
  g.settle();
  CHECK(g.shows("Lesson 3 of 15"));
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

TEST_CASE("a lesson changes its language with the window, and keeps what was written") {
  Gui g;
  g.command("lessons.open.2");
  g.settle();
  add_to(g, "S", " (6,4):(1,6)");
  g.command("view.language");
  g.settle();
  INFO(g.everything());
  CHECK(g.shows("第 2 课，共 15 课"));
  CHECK(g.shows("列主序与行主序"));
  CHECK(g.find("练习：还不对") != nullptr);
  CHECK(g.shows("S = (6,4):(1,6)"));
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
