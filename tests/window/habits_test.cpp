// Tabs, the palette, the tour, help under the pointer, paths, questions, and the edges between panels.

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "app/actions/documents.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/import/open.hpp"
#include "app/panels/bars/help_card.hpp"
#include "app/panels/dialogs/dialogs.hpp"
#include "app/panels/places.hpp"
#include "entries.hpp"
#include "tests/folder.hpp"

using namespace app;
using namespace entries;

namespace {

/// Texts that are cut at the side, but for those that are meant to be.
std::string cut_texts(const Gui& g) {
  std::string cut;
  for (const auto& d : g.drawn())
    if (d.cut) cut += d.text + "\n";
  return cut;
}

}  // namespace

TEST_CASE("one sheet has no tab bar, two have a tab each, and a click shows the other") {
  const Folder folder;
  Gui g;
  open_file(g.state.workspace, g.state.view, g.state.session, g.state.host, folder.file("first.cutes", "A = 4:1\n"));
  g.settle();
  CHECK(g.find("first.cutes") != nullptr);
  CHECK(g.find("first.cutes", 1) == nullptr);
  open_file(g.state.workspace, g.state.view, g.state.session, g.state.host, folder.file("second.cutes", "Z = 8:2\n"));
  g.settle();
  INFO(g.everything());
  CHECK(g.shows("Z = 8:2"));
  // The title, and below it the tabs.
  REQUIRE(g.find("first.cutes") != nullptr);
  REQUIRE(g.click_text("first.cutes"));
  CHECK(g.state.workspace.active() == 0);
  CHECK(g.shows("A = 4:1"));
  const auto* second = g.find("second.cutes");
  REQUIRE(second != nullptr);
  g.click(second->centre(), 2);  // the middle button closes
  CHECK(g.state.workspace.documents().size() == 1);
  CHECK(g.command("file.reopen"));
  g.settle();
  CHECK(g.shows("Z = 8:2"));
}

TEST_CASE("the palette runs what is found, follows the arrows, and says when there is nothing") {
  Gui g;
  g.command("view.palette");
  g.settle();
  g.type("coordinate");
  g.type("zzz");
  g.settle();
  CHECK(g.shows("Nothing found"));
  // Enter takes nothing, and one goes on typing.
  g.key(enter);
  g.settle();
  g.type("y");
  g.settle();
  CHECK(app::dialog_of(g.ui).text == "coordinatezzzy");
  CHECK(g.state.view.dialog == Dialog::palette);
  g.key(escape);
  g.settle();
  CHECK(g.state.view.dialog == Dialog::none);
  g.command("view.palette");
  g.settle();
  g.type("thr");
  g.settle();
  INFO(g.everything());
  CHECK(g.shows("Go to thr"));
  g.key(enter);
  g.settle();
  CHECK(g.state.view.selected == g.state.workspace.evaluator().find("thr"));
  CHECK(g.state.view.dialog == Dialog::none);
  g.command("view.palette");
  g.settle();
  g.key(down);
  g.key(down);
  g.key(enter);  // the third command from the top
  g.settle();
  CHECK(g.state.session.recent_commands.size() == 1);
}

TEST_CASE("the tour goes on, back and away, and nothing of it is cut in either language at any scale") {
  for (const auto language : {Language::english, Language::chinese})
    for (const float scale : {1.0f, 1.5f, 2.0f}) {
      Gui g(starter_sheet(), {.width = 1280, .height = 720, .scale = scale, .language = language});
      g.command("help.tour");
      g.settle();
      const auto entries = g.state.workspace.sheet();
      for (int step = 0; step < 5; ++step) {
        CAPTURE(step);
        CHECK(g.state.view.tour_step == step);
        CHECK(g.shows(std::to_string(step + 1) + " / 5"));
        g.key(step % 2 == 0 ? right : enter);
        g.settle();
      }
      CHECK(g.state.view.tour_step == 4);  // an arrow does not go past the end
      CHECK(g.state.workspace.sheet() == entries);
      REQUIRE(g.click_text(language == Language::english ? "Done" : "完成"));
      CHECK(g.state.view.tour_step == -1);
      CHECK(g.state.workspace.sheet() == entries);
      g.state.view.tour_step = 4;
      g.settle();
      g.key(enter);
      CHECK(g.state.view.tour_step == -1);
      CHECK(g.state.workspace.sheet().lesson.name == "layout");
    }
  Gui g;
  g.state.workspace.edit("edit", [](Sheet& s) { s.entries[3].pin = 25; });
  g.command("help.tour");
  g.settle();
  CHECK(g.click_text("Next"));
  CHECK(g.shows("See them as grids"));
  g.key(left);
  g.settle();
  CHECK(g.shows("Write layouts here"));
  CHECK(g.click_text("Skip the tour"));
  CHECK(g.state.view.tour_step == -1);
  // Its keys are not the pointer's.
  g.command("help.tour");
  g.settle();
  g.key(right);
  g.key(escape);
  g.settle();
  CHECK(g.state.view.tour_step == -1);
  CHECK(g.state.workspace.sheet().entries[3].pin == 25);
}

TEST_CASE("F1 explains what is under the pointer, and once more goes away") {
  Gui g;
  const auto middle = [](const Rect& r) { return ImVec2{(r.from.x + r.to.x) / 2, (r.from.y + r.to.y) / 2}; };
  g.frame();
  const auto *card = g.find("P over cta"), *element = g.find("Pinned, in D"), *form = g.find("Run on the GPU"), *banks = g.find("Banks"),
             *report = g.find("What the CPU found");
  for (const auto* part : {card, element, form, banks, report}) REQUIRE(part != nullptr);
  for (const auto& [at, words] : {std::pair{element->centre(), "The element under the pointer"},
                                  {middle(app::places_of(g.ui).status), "How many expressions"},
                                  {card->centre(), "The grid of one entry"},
                                  {form->centre(), "What runs: the kernel"},
                                  {banks->centre(), "The 32 banks"},
                                  {report->centre(), "How many elements were touched once"}}) {
    g.move(at);
    g.key(f1);
    g.settle();
    CHECK_FALSE(app::card_of_help(g.ui).shown.empty());
    CHECK(g.shows(std::string(words).substr(0, 12)));
    CHECK(g.shows("All keys"));
    g.key(f1);
    g.settle();
    CHECK(app::card_of_help(g.ui).shown.empty());
    CHECK_FALSE(g.shows("All keys"));
  }
  g.move({-1, -1});
  g.key(f1);
  g.settle();
  CHECK(g.state.view.dialog == Dialog::help);
}

TEST_CASE("a path is completed, a folder entered, a file opened; an existing one is not overwritten unasked") {
  const Folder folder;
  folder.file("alpha.cutes", "A = 4:1\n");
  folder.file("alpine.cutes", "B = 4:1\n");
  folder.file("other.txt", "");
  std::filesystem::create_directories(folder.path / "deeper");
  Gui g;
  g.command("file.open");
  g.settle();
  g.key('A', true);
  g.type(folder.path.string() + "/al");
  g.settle();
  INFO(g.everything());
  CHECK(g.shows("alpha.cutes"));
  CHECK(g.shows("alpine.cutes"));
  CHECK_FALSE(g.shows("other.txt"));
  g.key(tab);
  g.settle();
  CHECK(app::dialog_of(g.ui).text.ends_with("/alp"));
  g.type("i");
  g.key(tab);
  g.settle();
  CHECK(app::dialog_of(g.ui).text.ends_with("/alpine.cutes"));
  g.key(enter);
  g.settle();
  CHECK(g.state.workspace.title(g.state.view.texts) == "alpine.cutes");
  g.command("file.save_as");
  g.settle();
  g.key('A', true);
  g.type((folder.path / "alpha.cutes").string());
  g.key(enter);
  g.settle();
  CHECK(g.state.view.dialog == Dialog::save_as);
  CHECK(g.shows("alpha.cutes exists."));
  CHECK(load_sheet((folder.path / "alpha.cutes").string())->entries[0].text == "A = 4:1");
  CHECK(g.click_text("Overwrite"));
  CHECK(g.state.view.dialog == Dialog::none);
  CHECK(load_sheet((folder.path / "alpha.cutes").string())->entries[0].text == "B = 4:1");
}

TEST_CASE("closing the window lists what is not saved, and saves all of it") {
  const Folder folder;
  const auto x = folder.file("x.cutes", "A = 4:1\n"), y = folder.file("y.cutes", "B = 4:1\n");
  Gui g;
  for (const auto& path : {x, y}) {
    open_file(g.state.workspace, g.state.view, g.state.session, g.state.host, path);
    g.state.workspace.edit("edit", [](Sheet& s) { s.entries.emplace_back().text = "C = 2:1"; });
  }
  request_quit(g.state.workspace, g.state.view, g.state.host);
  g.settle();
  INFO(g.everything());
  CHECK(g.shows("x.cutes"));
  CHECK(g.shows("y.cutes"));
  CHECK(g.click_text("Save all"));
  CHECK(g.state.host.quit);
  CHECK(load_sheet(x)->entries.size() == 2);
  CHECK(load_sheet(y)->entries.size() == 2);
}

TEST_CASE("a file that another program has written is not overwritten unasked") {
  const Folder folder;
  const auto x = folder.file("x.cutes", "A = 4:1\n");
  Gui g;
  open_file(g.state.workspace, g.state.view, g.state.session, g.state.host, x);
  g.state.workspace.edit("edit", [](Sheet& s) { s.entries[0].text = "A = 8:1"; });
  folder.file("x.cutes", "A = 16:1\n# somebody else\n");
  g.command("file.save");
  g.settle();
  CHECK(g.state.view.dialog == Dialog::changed_on_disk);
  CHECK(g.click_text("Use the file's version"));
  CHECK(g.state.workspace.sheet().entries[0].text == "A = 16:1");
  undo(g.state.workspace, g.state.view);
  CHECK(g.state.workspace.sheet().entries[0].text == "A = 8:1");
}

TEST_CASE("the edges between panels are dragged, and a double click puts them back") {
  Gui g;
  g.frame();
  const auto sheet = app::places_of(g.ui).sheet, inspector = app::places_of(g.ui).inspector, operations = app::places_of(g.ui).operations;
  const float y = (sheet.from.y + sheet.to.y) / 2;
  g.drag({sheet.to.x, y}, {sheet.to.x + 60, y});
  g.drag({inspector.from.x, y}, {inspector.from.x - 50, y});
  g.drag({100, operations.from.y}, {100, operations.from.y + 40});
  g.settle();
  CHECK(app::places_of(g.ui).sheet.to.x == doctest::Approx(sheet.to.x + 60).epsilon(0.01));
  CHECK(app::places_of(g.ui).inspector.from.x == doctest::Approx(inspector.from.x - 50).epsilon(0.01));
  CHECK(app::places_of(g.ui).operations.from.y == doctest::Approx(operations.from.y + 40).epsilon(0.01));
  g.double_click({app::places_of(g.ui).sheet.to.x, y});
  g.settle();
  CHECK(app::places_of(g.ui).sheet.to.x == sheet.to.x);
  CHECK(g.command("view.panels"));
  g.settle();
  CHECK(app::places_of(g.ui).inspector.from.x == inspector.from.x);
}

TEST_CASE("the dialogs cut no word in either language") {
  for (const auto language : {Language::english, Language::chinese})
    for (const float scale : {1.0f, 1.5f, 2.0f})
      for (const char* command : {"file.open", "file.save_as", "help.keys", "help.about", "view.palette"}) {
        Gui g(starter_sheet(), {.width = 1280, .height = 720, .scale = scale, .language = language});
        g.command(command);
        g.settle();
        CAPTURE(command);
        CAPTURE(scale);
        CHECK(cut_texts(g) == "");
      }
}
