// Menus, submenus and drop-downs from the keyboard: one way for all of them.

#include <doctest/doctest.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "app/actions/pointer.hpp"
#include "app/document/names.hpp"
#include "app/ui/menus.hpp"
#include "gui.hpp"

using gui::Gui;

namespace {

bool open(const Gui& g) { return app::menu_is_open(g.ui); }

void open_menu(Gui& g, const char* title) {
  REQUIRE(g.click_text(title));
  g.settle();
  REQUIRE(open(g));
}

}  // namespace

TEST_CASE("first letters find an item of a menu, and Enter takes it") {
  Gui g;
  open_menu(g, "Help");
  g.type("ab");
  g.key(GLFW_KEY_ENTER);
  g.settle();
  CHECK_FALSE(open(g));
  CHECK(g.state.view.dialog == app::Dialog::about);
}

TEST_CASE("one letter again and again goes from one item to the next that begins with it") {
  Gui g;
  open_menu(g, "Help");
  const auto before = g.state.workspace.sheet();
  for (int i = 0; i < 3; ++i) g.type("a");
  g.key(GLFW_KEY_ESCAPE);
  g.settle();
  CHECK_FALSE(open(g));
  CHECK(g.state.workspace.sheet().entries == before.entries);
  CHECK(g.state.view.dialog == app::Dialog::none);
}

TEST_CASE("End and Home go to the last and the first item that can be taken") {
  Gui g;
  open_menu(g, "Help");
  g.key(GLFW_KEY_HOME);
  g.key(GLFW_KEY_END);
  g.key(GLFW_KEY_ENTER);
  g.settle();
  CHECK(g.state.view.dialog == app::Dialog::about);
}

TEST_CASE("Escape closes a menu and nothing else, and the arrows leave the pin alone") {
  Gui g;
  app::toggle_pin(g.state.workspace, app::Element{g.state.workspace.evaluator().find("A"), 13});
  g.settle();
  const auto pinned = app::shown_element(g.state.workspace, g.state.view);
  open_menu(g, "Edit");
  for (const int key : {GLFW_KEY_DOWN, GLFW_KEY_DOWN, GLFW_KEY_UP, GLFW_KEY_ESCAPE}) g.key(key);
  g.settle();
  CHECK_FALSE(open(g));
  CHECK(app::shown_element(g.state.workspace, g.state.view) == pinned);
}

TEST_CASE("Right and Left turn to the menus beside the open one") {
  Gui g;
  open_menu(g, "File");
  g.key(GLFW_KEY_RIGHT);
  g.settle();
  CHECK(open(g));
  CHECK(g.shows("Redo"));
  g.key(GLFW_KEY_LEFT);
  g.key(GLFW_KEY_LEFT);
  g.settle();
  CHECK(open(g));
  CHECK(g.shows("About"));
}

TEST_CASE("Right opens a submenu, Left closes it, Enter takes what is in it") {
  Gui g;
  open_menu(g, "View");
  g.type("insp");
  g.key(GLFW_KEY_RIGHT);
  g.settle();
  const auto submenu = [&] { return g.find("Inspector: steps") != nullptr; };
  REQUIRE(submenu());
  g.key(GLFW_KEY_LEFT);
  g.settle();
  CHECK(open(g));
  CHECK_FALSE(submenu());
  g.key(GLFW_KEY_RIGHT);
  g.settle();
  REQUIRE(submenu());
  g.type("inspector: st");
  g.key(GLFW_KEY_ENTER);
  g.settle();
  CHECK_FALSE(open(g));
  CHECK(g.state.view.inspector.tab == app::InspectorTab::steps);
}

TEST_CASE("a drop-down in a dialog opens at what is chosen, and Escape closes it before the dialog") {
  Gui g;
  g.state.view.selected = g.state.workspace.evaluator().find("D");
  g.settle();
  REQUIRE(g.command("export.card"));
  g.settle();
  const auto kind = [&] { return g.state.view.exporting.request.kind; };
  REQUIRE(kind() == app::FigureKind::card);
  REQUIRE(g.click_text("The card"));
  g.settle();
  REQUIRE(open(g));
  g.key(GLFW_KEY_DOWN);
  g.key(GLFW_KEY_ENTER);
  g.settle();
  CHECK(kind() != app::FigureKind::card);
  CHECK_FALSE(open(g));
  REQUIRE(g.click_text("as shown"));
  g.settle();
  REQUIRE(open(g));
  g.key(GLFW_KEY_ESCAPE);
  g.settle();
  CHECK_FALSE(open(g));
  CHECK(g.state.view.dialog == app::Dialog::export_figure);
  g.key(GLFW_KEY_ESCAPE);
  g.settle();
  CHECK(g.state.view.dialog == app::Dialog::none);
}
