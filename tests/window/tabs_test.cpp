// Tests the state of a tab: the scroll positions of its panels, and the notice about its sheet.

#include <doctest/doctest.h>

#include <fmt/format.h>

#include "app/actions/documents.hpp"
#include "app/panels/inspector/inspector_panel.hpp"
#include "app/panels/places.hpp"
#include "entries.hpp"
#include "tests/folder.hpp"

using entries::sheet_of;
using gui::Gui;

namespace {

/// Many rows and cards, each with the letter in its name.
app::Sheet tall(char name) {
  std::string lines;
  for (int i = 0; i < 60; ++i) lines += fmt::format("{}{} = (16,16):(16,1)\n", name, i);
  return sheet_of(lines);
}

void show(Gui& g, int document) {
  show_document(g.state.workspace, g.state.view, document);
  g.settle();
}

void wheel(Gui& g, const app::Rect& over, float notches) {
  g.move({(over.from.x + over.to.x) / 2, over.from.y + 30});
  for (int i = 0; i < 6; ++i) g.wheel(notches);
  g.settle();
}

}  // namespace

TEST_CASE("each sheet stays scrolled as it was while another is shown") {
  Gui g(tall('A'));
  g.state.workspace.edit("edit", [](app::Sheet& s) { s.entries[59].text = "A59 = 4:1"; });
  start_sheet(g.state.workspace, g.state.view, tall('B'));
  g.settle();
  REQUIRE(g.state.workspace.documents().size() == 2);
  INFO(g.everything());
  wheel(g, app::places_of(g.ui).sheet, -3);
  CHECK(!g.shows("B0 ="));
  show(g, 0);
  CHECK(g.shows("A0 ="));
  show(g, 1);
  CHECK(!g.shows("B0 ="));
  wheel(g, app::places_of(g.ui).sheet, 6);
  CHECK(g.shows("B0 ="));
}

TEST_CASE("the inspector's table of coordinates belongs to the sheet") {
  Gui g(sheet_of("A = (64,64):(64,1)\n"));
  g.state.workspace.edit("edit", [](app::Sheet& s) { s.entries[0].text = "A = (64,32):(32,1)"; });
  start_sheet(g.state.workspace, g.state.view, sheet_of("B = (64,64):(64,1)\n"));
  g.settle();
  app::inspector_state(g.ui).table.first = 700;
  g.settle();
  CHECK(app::inspector_state(g.ui).table.first == 700);
  show(g, 0);
  CHECK(app::inspector_state(g.ui).table.first == 0);
  show(g, 1);
  CHECK(app::inspector_state(g.ui).table.first == 700);
}

TEST_CASE("that a file was opened is said while its sheet is shown") {
  const Folder folder;
  Gui g(tall('A'));
  g.state.workspace.edit("edit", [](app::Sheet& s) { s.entries[59].text = "A59 = 4:1"; });
  open_file(g.state.workspace, g.state.view, g.state.session, g.state.host, folder.file("first.cutes", "B = 4:1\n"));
  g.settle();
  CHECK(g.shows("opened "));
  show(g, 0);
  CHECK(!g.shows("opened "));
}

TEST_CASE("the chip of the integers says which line has made them cute") {
  Gui g(sheet_of("A = (4,8):(8,1)\nB = (4,8):(8,1)\n"));
  CHECK(g.find("Integers: auto") != nullptr);
  g.state.workspace.edit("edit", [](app::Sheet& s) { s.entries[1].text = "B = (_4,8):(8,1)"; });
  g.settle();
  const auto* chip = g.find("Integers: auto (cute)");
  REQUIRE(chip != nullptr);
  g.move(chip->centre());
  g.settle();
  CHECK(g.shows("Integers follow the rule cute because B contains _4."));
}

TEST_CASE("a launch without a tensor is offered the selected entry") {
  Gui g(sheet_of("n = 3\nA = (8,8):(8,1)\nB = (4,4):(4,1)\n"));
  g.state.view.selected = 0;
  g.settle();
  CHECK(!g.command("run.selected"));
  g.state.view.selected = 2;
  g.settle();
  // In the sheet, on its card, ... and last in the form.
  const auto form = app::places_of(g.ui).launch.from;
  const gui::Drawn* offered = nullptr;
  for (int i = 0; const auto* d = g.find("B", i); ++i)
    if (d->from.y > form.y && d->from.x > form.x) offered = d;
  INFO(g.everything());
  REQUIRE(offered != nullptr);
  g.click(offered->centre());
  CHECK(g.state.workspace.sheet().launch.tensor == "B");
  CHECK(!g.command("run.selected"));
  g.state.view.selected = 1;
  CHECK(g.command("run.selected"));
  CHECK(g.state.workspace.sheet().launch.tensor == "A");
}
