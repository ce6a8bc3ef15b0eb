// The window as its users meet it: what is drawn, what a click does, what typing does.

#include <doctest/doctest.h>

#include "gui.hpp"

using gui::Gui;

TEST_CASE("the starter sheet is drawn, and its text can be read back") {
  Gui g;
  INFO(g.everything());
  CHECK(g.shows("A = (8,8):(8,1)"));
  CHECK(g.shows("zipped_divide"));
  CHECK(g.find("Element") != nullptr);
  CHECK(g.find("File") != nullptr);
  CHECK(!g.shows("no such text"));
}

TEST_CASE("typing adds an entry, and undo takes it back") {
  Gui g;
  const auto entries = g.state.workspace.sheet().entries.size();
  REQUIRE(g.command("edit.insert"));
  g.type("F = (3,5):(5,1)");
  CHECK(g.state.workspace.sheet().entries.size() == entries + 1);
  CHECK(g.state.workspace.sheet().entries[static_cast<std::size_t>(g.state.view.selected)].text == "F = (3,5):(5,1)");
  CHECK(g.shows("F = (3,5):(5,1)"));
  for (int word = 0; word < 3; ++word) g.command("edit.undo");
  CHECK(g.state.workspace.sheet().entries.size() == entries + 1);
  g.command("edit.undo");
  CHECK(g.state.workspace.sheet().entries.size() == entries);
}

TEST_CASE("a click on an inspector's tab shows it") {
  Gui g;
  REQUIRE(g.click_text("Properties"));
  INFO(g.everything());
  CHECK(g.shows("cosize"));
}
