// F1 on functions, and the guide in the window.

#include <doctest/doctest.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "app/commands/guide.hpp"
#include "app/lessons/lessons.hpp"
#include "app/panels/bars/help_card.hpp"
#include "entries.hpp"

using app::Language;
using entries::sheet_of;
using gui::Gui;

namespace {

/// A window whose entry has the keyboard, with the cursor in the function's name.
void type_at_function(Gui& g) {
  g.state.view.focus_entry = 0;
  g.settle();
  g.key(GLFW_KEY_HOME);
  for (int i = 0; i < 8; ++i) g.key(GLFW_KEY_RIGHT);
  g.settle();
}

}  // namespace

TEST_CASE("F1 at a function's name: meaning, formula, picture, an example to insert, and its lesson") {
  for (const auto language : {Language::english, Language::chinese}) {
    Gui g(sheet_of("R = coalesce((4,2):(1,4))\n"), {.language = language});
    type_at_function(g);
    g.key(GLFW_KEY_F1);
    g.settle();
    INFO(g.everything());
    CHECK(g.shows("R(i) = A(i)"));
    CHECK(app::card_of_help(g.ui).picture.has_value());
    const auto* f = algebra::function_named("coalesce");
    CHECK(g.shows(app::lesson_title(app::lesson_with(*f), language)));
    for (const auto& d : g.drawn()) CHECK_MESSAGE(!d.cut, d.text);
    REQUIRE(g.click_text(std::string(f->example.expression)));
    g.settle();
    REQUIRE(g.state.workspace.sheet().entries.size() == 2);
    CHECK(g.state.workspace.sheet().entries.back().text == f->example.expression);
    CHECK_FALSE(g.shows("R(i) = A(i)"));
  }
}

TEST_CASE("F1 leads to the lesson, and to the reference") {
  Gui g(sheet_of("R = composition((6,2):(8,2), (4,3):(3,1))\n"));
  type_at_function(g);
  g.key(GLFW_KEY_F1);
  g.settle();
  REQUIRE(g.click_text("In the reference"));
  g.settle();
  CHECK(g.state.view.dialog == app::Dialog::guide);
  CHECK(g.shows("merge modes"));  // the row above
  g.key(GLFW_KEY_ESCAPE);
  g.settle();
  type_at_function(g);
  g.key(GLFW_KEY_F1);
  g.settle();
  const auto* lesson = g.find_containing("Taught in lesson");
  REQUIRE(lesson != nullptr);
  g.click(lesson->centre());
  g.settle();
  CHECK(g.state.workspace.sheet().lesson.name == "composition");
}

TEST_CASE("F1 in the list of operations and on a completion is about the chosen one") {
  Gui g(sheet_of("A = (4,2):(2,1)\n"));
  g.state.view.focus_entry = 0;
  g.settle();
  g.key(GLFW_KEY_END);
  g.key(GLFW_KEY_ENTER);
  g.settle();
  g.type("compl");
  g.settle();
  g.key(GLFW_KEY_F1);
  g.settle();
  INFO(g.everything());
  CHECK(g.shows("{A(i) + R(j)}"));
}

TEST_CASE("the guide: pages, links and a search, in both languages") {
  for (const auto language : {Language::english, Language::chinese}) {
    Gui g(app::starter_sheet(), {.width = 1024, .height = 768, .language = language});
    REQUIRE(g.command("help.guide"));
    g.settle();
    INFO(g.everything());
    CHECK(g.shows(language == Language::english ? "coordinates to indices" : "从坐标到索引的函数"));
    CHECK_FALSE(g.shows("本页为英文"));
    for (const auto& d : g.drawn()) CHECK_MESSAGE((!d.cut || d.scrolled), d.text);
    // A link in the text.
    REQUIRE(g.click_text(language == Language::english ? "The window" : "窗口"));
    g.settle();
    CHECK(g.state.view.guide.page == "window");
    CHECK(g.shows("本页为英文") == (language == Language::chinese));
    REQUIRE(g.click_text("Everyday"));
    g.settle();
    CHECK(g.state.view.guide.place == "everyday");
    CHECK(g.find("Everyday") != nullptr);
    CHECK_FALSE(g.shows("tabs, programs, the palette"));
    g.state.view.dialog = app::Dialog::none;
    g.settle();
    g.command("help.functions");
    g.settle();
    g.type(language == Language::english ? "leave out strides of 0" : "cosize");
    g.settle();
    const auto* row = language == Language::english ? g.find_containing("filter(A)") : g.find_containing("cosize<i>(A)");
    REQUIRE(row != nullptr);
    g.click(row->centre());
    g.settle();
    const auto* meaning = g.find(language == Language::english ? "leave out strides of 0 and sizes of 1" : "1 + 最大索引");
    REQUIRE(meaning != nullptr);
    CHECK_FALSE(meaning->scrolled);
  }
}
